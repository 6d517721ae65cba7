/** The core as a bundler hands it out: compiled. */
declare module "*/dist/nest.simd.wasm" {
  const core: WebAssembly.Module;
  export default core;
}

declare module "*/dist/cut.simd.wasm" {
  const core: WebAssembly.Module;
  export default core;
}

declare module "*/dist/panels.simd.wasm" {
  const core: WebAssembly.Module;
  export default core;
}
