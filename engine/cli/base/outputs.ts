/** The files that a command writes: each by one option, where that can be done, and over nothing that it reads. */
import { type CommandAction, type Disk, type Io, type OptionValues, UsageError } from "./command.ts";

/** Options by the name of the file that they write. */
type Outputs = ReadonlyMap<string, string>;

/** @throws UsageError before the search for what would be noticed only when the answer is to be written, and lost */
export function openOutputs({ options }: CommandAction, values: OptionValues, disk: Disk): Outputs {
  const outputs = new Map<string, string>();
  for (const [option, { writes }] of Object.entries(options)) {
    const path = writes ? values.text(option) : undefined;
    if (path === undefined) continue;
    const fault = path === "-" ? undefined : disk.faultOf(path);
    if (fault !== undefined) throw new UsageError(`--${option} ${path}: ${fault}`);
    const name = path === "-" ? path : disk.nameOf(path);
    if (name === undefined) continue;
    const other = outputs.get(name);
    const file = path === "-" ? "standard output" : path;
    if (other !== undefined) throw new UsageError(`--${other} and --${option} cannot both write to ${file}`);
    outputs.set(name, option);
  }
  return outputs;
}

/** The same world, in which what is read is not written over: a drawing that parts were taken from would be gone. */
export function sparing(io: Io, outputs: Outputs): Io {
  const { disk } = io;
  const read = new Set<string>();
  return {
    ...io,
    async read(path) {
      const name = path === "-" ? undefined : disk.nameOf(path);
      if (name === undefined) return io.read(path);
      const option = outputs.get(name);
      if (option !== undefined) throw new UsageError(`--${option} ${path}: this file is read`);
      read.add(name);
      return io.read(path);
    },
    async write(path, text) {
      const name = path === "-" ? undefined : disk.nameOf(path);
      if (name !== undefined && read.has(name))
        throw new UsageError(`${path} was read, and is not written over`);
      return io.write(path, text);
    },
  };
}
