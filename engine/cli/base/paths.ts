/** Paths on the command line that cannot be used. */

export const NO_SUCH = "there is no such file or folder";

/** The system's error codes as sentences. */
const WRONG_PATHS: Record<string, string> = {
  ENOENT: NO_SUCH,
  EISDIR: "this is a folder",
  ENOTDIR: "a part of this path is a file, not a folder",
  EACCES: "no permission to read or write this",
  EROFS: "this disk can only be read",
  ENOSPC: "no space is left on this disk",
  EDQUOT: "no space is left for you on this disk",
  EFBIG: "larger than a file may be here",
};

/** A sentence about the path of a failure; nothing for other failures. */
export function wrongPath(error: unknown): string | undefined {
  const { code = "", path } = error as { code?: string; path?: string };
  const sentence = WRONG_PATHS[code];
  return sentence && (path === undefined ? sentence : `${path}: ${sentence}`);
}
