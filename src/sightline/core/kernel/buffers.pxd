# C declarations of buffers.py, so that other compiled modules can call and extend it.

cdef double* doubles(list keep, int size)
cdef int* ints(list keep, int size)
cdef double* wider(list keep, double* old, int size, int new_size)
cdef int* wider_ints(list keep, int* old, int size, int new_size)
