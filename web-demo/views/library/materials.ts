/** Materials kept by name: kerf, spacing, margin, and how the machine cuts them. */

import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { Machine } from "../../model/project.ts";
import { presetBar } from "./presets.ts";

interface Material extends Pick<Machine, "feed_rate" | "laser_power"> {
  kerf: number;
  spacing: number;
  edge_margin: number;
}

export function materialBar(app: App): HTMLElement {
  return presetBar<Material>(app, {
    kind: "materials",
    noun: "material",
    capture: ({ config, machine }) => {
      const { kerf, spacing, edge_margin } = config;
      const { profile } = machine;
      const feed_rate = profile?.defaults?.feedRate ?? machine.feed_rate;
      const laser_power = profile?.defaults?.power ?? machine.laser_power;
      return { kerf, spacing, edge_margin, feed_rate, laser_power };
    },
    apply: (material, name) => {
      const { nest } = LIMITS;
      const within = (value: unknown, most: number, otherwise: number) =>
        typeof value === "number" && value >= 0 && value <= most ? value : otherwise;
      app.store.commit(`Use ${name}`, (project) => ({
        ...project,
        config: {
          ...project.config,
          kerf: within(material.kerf, nest.kerf, project.config.kerf),
          spacing: within(material.spacing, nest.spacing, project.config.spacing),
          edge_margin: within(material.edge_margin, nest.edgeMargin, project.config.edge_margin),
        },
        machine: cutting(
          project.machine,
          within(material.feed_rate, 1e5, project.machine.feed_rate),
          within(material.laser_power, 1e5, project.machine.laser_power),
        ),
      }));
    },
  });
}

/** The machine at this feed and power, whichever of its numbers are in use. */
function cutting(machine: Machine, feedRate: number, power: number): Machine {
  const { profile } = machine;
  if (!profile) return { ...machine, feed_rate: feedRate, laser_power: power };
  return { ...machine, profile: { ...profile, defaults: { ...profile.defaults, feedRate, power } } };
}
