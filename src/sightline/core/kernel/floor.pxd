# C declarations of floor.py, so that other compiled modules can call and extend it.


cdef class Floor:
    cdef readonly tuple pieces
    cdef readonly double width
    cdef readonly double height
    cdef list _keep
    cdef int _n_parts
    cdef int* _first
    cdef int* _count
    cdef int* _piece
    cdef double* _bx
    cdef double* _by
    cdef double* _br
    cdef double* _vx
    cdef double* _vy
    cdef double* _nx
    cdef double* _ny
    cdef double _enter
    cdef double _leave
    cdef int _n_corners
    cdef int _n_discs
    cdef int _room
    cdef double* _cx
    cdef double* _cy
    cdef double* _cr
    cdef _store_parts(self, list parts)
    cdef _take(self, discs)
    cdef bint _line(self, int i, double x, double y, double ux, double uy, double rho)
    cdef bint _on_mat(self, double x, double y, double r)
    cdef bint _open(self, double x0, double y0, double x1, double y1, double r)
    cdef bint _past_discs(self, double x0, double y0, double x1, double y1, double r)
    cdef double _slide(self, double x, double y, double ux, double uy, double r, double distance)
