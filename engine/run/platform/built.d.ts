/** Made by the build out of the workers and the core: the `EmbeddedFiles` of platform.ts. */
declare module "*/dist/embedded.node.js" {
  export const program: string;
}

declare module "*/dist/embedded.js" {
  export const solve: string;
  export const files: string;
  export const simd: string;
  export const scalar: string;
}
