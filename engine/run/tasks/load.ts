/** Modules of a program that runs tasks on its own thread; here each is loaded when it is first needed. */
import type { openDrawing } from "../../read/drawing/model/packed.ts";
import type { rescue } from "./rescue.ts";
import type { TaskTable, WorkerKind } from "./tasks.ts";

export interface OwnTasks {
  table(kind: WorkerKind): Promise<TaskTable>;
  rescue(): Promise<typeof rescue>;
  /** Opens drawings that workers have read. */
  openDrawing(): Promise<typeof openDrawing>;
}

export const TASKS_WHEN_NEEDED: OwnTasks = {
  table: (kind) => TABLES[kind](),
  rescue: async () => (await import("./rescue.ts")).rescue,
  openDrawing: async () => (await import("../../read/drawing/model/packed.ts")).openDrawing,
};

const TABLES: Record<WorkerKind, () => Promise<TaskTable>> = {
  nest: async () => (await import("./nest-task.ts")).nestTasks,
  cut: async () => (await import("./cut-task.ts")).cutTasks,
  panels: async () => (await import("./panel-task.ts")).panelTasks,
  files: async () => (await import("./files-task.ts")).fileTasks,
};
