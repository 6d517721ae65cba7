/** Made by the build out of the workers and the core. */
declare module "*/dist/embedded.solve.js" {
  export const program: string;
}

declare module "*/dist/embedded.files.js" {
  export const program: string;
}

declare module "*/dist/embedded.core.js" {
  export const simd: string;
  export const scalar: string;
}
