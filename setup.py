"""The optional compiled kernel: without a C compiler or Cython the same sources run interpreted."""

from setuptools import Extension, setup

FLAGS = ["-O3", "-ffp-contract=off"]  # no fused multiply-add: both backends must give the same bits
MODULES = ["sight", "reach"]

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                f"sightline.core.kernel.{name}",
                [f"src/sightline/core/kernel/{name}.py"],
                extra_compile_args=FLAGS,
                optional=True,
            )
            for name in MODULES
        ],
        quiet=True,
    )

setup(ext_modules=extensions, package_dir={"": "src"})
