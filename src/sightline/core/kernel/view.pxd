# C declarations of view.py, so that other compiled modules can call and extend it.

cdef double near_part(double* xs, double* ys, int first, int count, double px, double py, double* way)

cdef class View:
    cdef readonly tuple pieces
    cdef list _keep
    cdef int _n_pieces
    cdef int _n_parts
    cdef int* _first
    cdef int* _count
    cdef int* _piece
    cdef double* _bx
    cdef double* _by
    cdef double* _br
    cdef int* _from
    cdef int* _many
    cdef double* _vx
    cdef double* _vy
    cdef int _n_discs
    cdef int _room
    cdef double* _dx
    cdef double* _dy
    cdef double* _dr
    cdef int _only
    cdef int _without
    cdef int _n_open
    cdef int* _open
    cdef int* _opened
    cdef double _d
    cdef double _ra
    cdef double _rb
    cdef int _k
    cdef int* _q_first
    cdef int* _q_count
    cdef int* _q_thing
    cdef int* _q_mixed
    cdef double* _q_r
    cdef double* _q_ux
    cdef double* _q_uy
    cdef double* _qx
    cdef double* _qy
    cdef double* _lo
    cdef double* _hi
    cdef double* _way
    cdef _store(self, list parts)
    cdef _make_room(self, int discs)
    cdef _take(self, discs)
    cdef _look_through(self, pieces)
    cdef int _prepare(self, double ox, double oy, double orad, double tx, double ty, double trad, double margin, bint spot)
    cdef int _consider(self, int first, int count, double r, int thing, double s, double c, double margin, bint spot, double ox, double oy, double tx, double ty)
    cdef double _piece_margin(self, int piece, double margin, double x, double y, double r)
    cdef bint _lit(self, double px, double py)
