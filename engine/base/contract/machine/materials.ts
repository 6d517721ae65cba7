/** Materials count as the same whatever their case. */
export function nameOfMaterial(material: string): string {
  return material.trim().toLowerCase();
}
