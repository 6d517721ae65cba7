/** Made by the build out of the workers and the core. */
declare module "*/dist/embedded.nest.js" {
  export const program: string;
}

declare module "*/dist/embedded.cut.js" {
  export const program: string;
}

declare module "*/dist/embedded.panels.js" {
  export const program: string;
}

declare module "*/dist/embedded.files.js" {
  export const program: string;
}

declare module "*/dist/embedded.core.js" {
  export const nest: string;
  export const cut: string;
  export const panels: string;
}

declare module "*.js?url" {
  const address: string;
  export default address;
}
