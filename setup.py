"""The optional compiled kernel: without a C compiler or Cython the same sources run interpreted."""

from setuptools import Extension, setup

PACKAGE = "sightline.core.kernel"
MODULES = ["buffers", "view", "faces", "sight", "floor", "tangents", "search", "reach"]
FLAGS = ["-O3", "-g0", "-ffp-contract=off"]  # no fused multiply-add: both backends must give the same bits

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                f"{PACKAGE}.{name}",
                [f"src/{PACKAGE.replace('.', '/')}/{name}.py"],
                extra_compile_args=FLAGS,
                optional=True,
            )
            for name in MODULES
        ],
        include_path=["src"],
        quiet=True,
    )

setup(ext_modules=extensions)
