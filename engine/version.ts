/** The package's version, which answers report as `meta.engine_version`. A test holds it against package.json. */
export const VERSION = "1.0.0";
