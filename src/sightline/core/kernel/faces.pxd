# C declarations of faces.py, so that other compiled modules can call and extend it.
from sightline.core.kernel.view cimport View


cdef class Faces(View):
    cdef int _n_lines
    cdef int _line_room
    cdef double* _lx
    cdef double* _ly
    cdef double* _lc
    cdef double _nx
    cdef double _ny
    cdef double _nc
    cdef double* _cuts
    cdef int _n_faces
    cdef double* _face
    cdef int* _seen
    cdef _face_buffers(self)
    cdef _more_lines(self)
    cdef _add_line(self, double nx, double ny, double c)
    cdef _outer_at(self, int j, double r, double up)
    cdef _outer(self, int i, double up)
    cdef _inner(self, int i, int j, double up)
    cdef _lines(self)
    cdef bint _face_lit(self, double x, double y, double dx, double dy, double room, int own, bint side)
    cdef double _rim(self, bint enough)
    cdef double _area(self)
