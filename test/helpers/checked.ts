/**
 * Compiles the core with checked loads and stores: an access to anything but a block that the arena has reserved, or to
 * what the module keeps beside the arena, throws. Blocks lie apart from each other, and nothing lies below the first, so
 * that an index past the end of a block and a field of an object that was never made are found alike.
 */
import binaryen from "assemblyscript/binaryen";
import { type CoreExports, freshMemory, instantiateCore } from "../../engine/plan/wasm/load.ts";
import { compileBinary, type Fault } from "./probe.ts";

/** Address of the first byte that the module may use. */
const FIRST = 512 * 1024;
/** Bytes between two blocks. */
const APART = 64;
/** A fill or copy of more bytes at once may cover several blocks, with the ground behind the last one. */
const LARGE = 1024;

/** Lets the arena say which blocks it has reserved and which it has given back. */
const TELLING: Fault[] = [
  {
    file: "assembly/memory.ts",
    line: "const ALIGN: usize = 16;\n",
    instead: `const ALIGN: usize = 16;
@external("guard", "reserved")
declare function told(at: usize, bytes: usize): void;
@external("guard", "released")
declare function untold(from: usize, to: usize): void;
`,
  },
  {
    file: "assembly/memory.ts",
    line: "  const end = (at + bytes + ALIGN - 1) & ~(ALIGN - 1);\n",
    instead: `  const end = (at + bytes + ALIGN - 1 + ${APART}) & ~(ALIGN - 1);\n`,
  },
  {
    file: "assembly/memory.ts",
    line: "  top = end;\n  return at;\n",
    instead: "  top = end;\n  told(at, bytes);\n  return at;\n",
  },
  {
    file: "assembly/memory.ts",
    line: "  const at = reserve(bytes);\n  release(at);\n",
    instead: "  const at = reserve(bytes);\n  release(at);\n  told(at, bytes);\n",
  },
  {
    file: "assembly/memory.ts",
    line: "  assert(to <= top);\n",
    instead: "  assert(to <= top);\n  untold(to, top);\n",
  },
];

/**
 * Which bytes may be used: one byte for each, in a memory of its own. Of what is filled or copied at once both ends are
 * looked at.
 */
const GUARD = `(module
  (import "env" "wild" (func $wild (param i32 i32)))
  (memory 32)
  (global $arena (mut i32) (i32.const -1))
  (func (export "reserved") (param $at i32) (param $bytes i32)
    (local $pages i32)
    (if (i32.eq (global.get $arena) (i32.const -1)) (then (global.set $arena (local.get $at))))
    (local.set $pages (i32.add (i32.const 1)
      (i32.shr_u (i32.add (local.get $at) (i32.add (local.get $bytes) (i32.const ${APART}))) (i32.const 16))))
    (if (i32.gt_u (local.get $pages) (memory.size))
      (then (drop (memory.grow (i32.sub (local.get $pages) (memory.size))))))
    (memory.fill (local.get $at) (i32.const 1) (local.get $bytes)))
  (func (export "released") (param $from i32) (param $to i32)
    (memory.fill (local.get $from) (i32.const 0) (i32.sub (local.get $to) (local.get $from))))
  (func $check (export "check") (param $base i32) (param $offset i32) (param $bytes i32) (result i32)
    (local $at i32)
    (local.set $at (i32.add (local.get $base) (local.get $offset)))
    (block $good
      (block $wild
        (br_if $wild (i32.lt_u (local.get $at) (i32.const ${FIRST})))
        (br_if $wild (i32.lt_u (local.get $at) (local.get $base)))
        (br_if $good (i32.le_u (i32.add (local.get $at) (local.get $bytes)) (global.get $arena)))
        (br_if $wild (i32.gt_u (local.get $at)
          (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const ${APART}))))
        (br_if $wild (i32.eqz (i32.load8_u (local.get $at))))
        (br_if $good
          (i32.load8_u (i32.sub (i32.add (local.get $at) (local.get $bytes)) (i32.const 1)))))
      (call $wild (local.get $at) (local.get $bytes)))
    (local.get $base))
  (func (export "checkRange") (param $at i32) (param $bytes i32)
    (if (local.get $bytes) (then
      (drop (call $check (local.get $at) (i32.const 0) (i32.const 1)))
      (local.set $bytes (i32.sub (local.get $bytes)
        (select (i32.const ${APART + 16}) (i32.const 1) (i32.gt_u (local.get $bytes) (i32.const ${LARGE})))))
      (drop (call $check (local.get $at) (local.get $bytes) (i32.const 1)))))))`;

const CHECKS = `
  (import "guard" "check" (func $check (param i32 i32 i32) (result i32)))
  (import "guard" "checkRange" (func $checkRange (param i32 i32)))`;
const RANGES = `
  (func $checked_fill (param i32 i32 i32)
    (call $checkRange (local.get 0) (local.get 2))
    (memory.fill (local.get 0) (local.get 1) (local.get 2)))
  (func $checked_copy (param i32 i32 i32)
    (call $checkRange (local.get 0) (local.get 2))
    (call $checkRange (local.get 1) (local.get 2))
    (memory.copy (local.get 0) (local.get 1) (local.get 2)))`;

/** Compiles `source`, an entry that lies in `assembly/`; the returned function starts an instance with its own memory. */
export async function compileChecked<Exports = object>(
  source: string,
  options: string[] = [],
  faults: Fault[] = [],
): Promise<() => Promise<Exports & CoreExports>> {
  const based = [...options, "--memoryBase", String(FIRST)];
  const core = await assemble(
    withChecks(textOf(await compileBinary(source, based, [...TELLING, ...faults]))),
  );
  const guard = await assemble(GUARD);
  const start = async (): Promise<Exports & CoreExports> => {
    const guarding = await WebAssembly.instantiate(guard, { env: { wild } });
    const started = await instantiateCore(core, freshMemory(), { guard: guarding.exports });
    return { ...(started as Exports & CoreExports), renew: start };
  };
  return start;
}

function wild(at: number, bytes: number): never {
  throw new Error(`wild access to ${bytes} bytes at ${at >>> 0}`);
}

/** One instruction in a line. */
function textOf(binary: Uint8Array): string {
  const module = binaryen.readBinary(binary);
  module.setFeatures(binaryen.Features.All);
  const text = module.emitStackIR();
  module.dispose();
  return text;
}

function assemble(text: string): Promise<WebAssembly.Module> {
  binaryen.setDebugInfo(true);
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.All);
  const binary = module.emitBinary();
  module.dispose();
  return WebAssembly.compile(binary as BufferSource);
}

/** Puts a check before each access in the text of a module, which has one instruction in a line. */
function withChecks(text: string): string {
  const functions = new Map<string, string>();
  const lines = text.split("\n").map((line) => {
    const instruction = line.trim();
    if (instruction === "memory.fill" || instruction === "memory.copy")
      return `call $checked_${instruction.slice("memory.".length)}`;
    const [, type, access, offset = "0"] = ACCESS.exec(instruction) ?? [];
    if (type === undefined || access === undefined) return line;
    const check = `i32.const ${offset}\ni32.const ${bytesOf(type, access)}\ncall $check`;
    const loads = access.startsWith("load");
    if (loads && !access.endsWith("lane")) return `${check}\n${instruction}`;
    // The address lies below the value that is stored.
    const name = `$checked_${instruction.replace(/\W+/g, "_")}`;
    const result = loads ? "(result v128)" : "";
    functions.set(
      name,
      `(func ${name} (param i32 ${type}) ${result} local.get 0\n${check}\nlocal.get 1\n${instruction})`,
    );
    return `call ${name}`;
  });
  return lines
    .join("\n")
    .replace("(module", `(module${CHECKS}`)
    .replace(/\)\s*$/, `${RANGES}\n${[...functions.values()].join("\n")})`);
}

const ACCESS = /^([ifv]\d+)\.((?:load|store)\w*)(?: offset=(\d+))?(?: align=\d+)?(?: \d+)?$/;

function bytesOf(type: string, access: string): number {
  const part = /(?:load|store)(\d+)(?:x(\d+))?/.exec(access);
  if (part) return (Number(part[1]) * Number(part[2] ?? 1)) / 8;
  return type === "v128" ? 16 : Number(type.slice(1)) / 8;
}
