# C declarations of tangents.py, so that other compiled modules can call and extend it.
from sightline.core.kernel.floor cimport Floor


cdef class Level:
    cdef list _keep
    cdef int n_edges
    cdef int edge_room
    cdef int n_bars
    cdef int bar_room
    cdef int* start
    cdef int* count
    cdef int* to
    cdef int* turn
    cdef int* state
    cdef double* leave
    cdef double* arrive
    cdef double* size
    cdef double* x0
    cdef double* y0
    cdef double* x1
    cdef double* y1
    cdef int* bar_start
    cdef int* bar_count
    cdef double* bar_lo
    cdef double* bar_hi
    cdef more_edges(self)
    cdef add_bar(self, double lo, double hi)

cdef class Tangents(Floor):
    cdef dict _levels
    cdef Level _level
    cdef Level _passing
    cdef double* _ax
    cdef double* _ay
    cdef double* _zx
    cdef double* _zy
    cdef double* _from
    cdef double* _span
    cdef int _bar_room
    cdef int* _disc_bar
    cdef int* _disc_bars
    cdef double _ux
    cdef double _uy
    cdef double _length
    cdef _store_corners(self)
    cdef _begin(self, double r, discs)
    cdef bint _tangent(self, double px, double py, double a, double qx, double qy, double b)
    cdef bint _in_cone(self, int c, double sign)
    cdef double _angle(self, int c, double sign)
    cdef _find_edges(self, int c, int turn, double r)
    cdef _find_bars(self, int c, double r)
    cdef bint _arc_open(self, int c, double a, double b, double r)
