import { svelte } from "@sveltejs/vite-plugin-svelte";
import type {} from "vitest/config";
import { defineConfig } from "vite";
import { glyphs } from "./plugins/glyphs.ts";
import { packed } from "./plugins/packed.ts";
import { vendored } from "./plugins/vendored.ts";

/** Where `sightline play` serves the built table from. */
const STATIC = "../src/sightline/static";

export default defineConfig({
  plugins: [svelte(), glyphs(), vendored(STATIC), packed(STATIC)],
  build: {
    outDir: STATIC,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What most pages share comes as one file: many small ones weigh more, each compressed by itself.
      output: { codeSplitting: { groups: [{ name: "shared", test: /node_modules|src\/(parts|table|slots|app)\//, minShareCount: 4 }, { name: "icons", test: /@lucide/, minShareCount: 2 }] } },
    },
  },
  server: { proxy: { "/api": { target: process.env.SIGHTLINE_SERVER ?? "http://127.0.0.1:8000", ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
