/** Materials kept by name: kerf, spacing, margin, and how the machine cuts them. */

import { LIMITS } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { presetBar } from "./presets.ts";

interface Material {
  feed_rate: number;
  laser_power: number;
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
      const { feedRate: feed_rate = 1000, power: laser_power = 100 } = machine?.defaults ?? {};
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
        machine: project.machine && {
          ...project.machine,
          defaults: {
            ...project.machine.defaults,
            feedRate: within(material.feed_rate, 1e5, 1000),
            power: within(material.laser_power, 1e5, 100),
          },
        },
      }));
    },
  });
}
