# C declarations of search.py, so that other compiled modules can call and extend it.
from sightline.core.kernel.tangents cimport Level, Tangents


cdef class Search(Tangents):
    cdef int _n_labels
    cdef int _label_room
    cdef double* _g
    cdef double* _f
    cdef int* _on
    cdef int* _turn
    cdef double* _theta
    cdef double* _dep
    cdef int* _parent
    cdef int* _edge
    cdef double* _x0
    cdef double* _y0
    cdef double* _x1
    cdef double* _y1
    cdef int* _next
    cdef int _head_room
    cdef int* _head
    cdef int* _heap
    cdef int _n_heap
    cdef int* _order
    cdef int _n_settled
    cdef int _goal
    cdef double _goal_dep
    cdef double _goal_x
    cdef double _goal_y
    cdef _search_buffers(self)
    cdef _more_labels(self)
    cdef double _swing(self, int c, int turn, double a, double b)
    cdef int _add(self, double g, double f, int on, int turn, double theta, double dep, int parent, int edge)
    cdef int _pop(self)
    cdef _reach_circle(self, int label, int c, double x, double y, double r, double limit, double gx, double gy, bint goal)
    cdef bint _verified(self, int label, double r)
    cdef bint _outdone(self, int label, double r)
    cdef _expand(self, int label, double r, double limit, double gx, double gy, bint goal)
    cdef double _to_goal(self, int label, double gx, double gy, double r)
    cdef int _search(self, double x, double y, double r, double limit, double gx, double gy, bint goal)
    cdef double _length_of(self, double x0, double y0, double x1, double y1, double r, double limit, discs)
    cdef bint _last_leg(self, int label, double gx, double gy, double r)
