/** Returns an address such as `https://tiles.example.org/{z}/{x}/{y}.png` with the numbers of a tile in it. */
export const tileAddress = (template: string, x: number, y: number, zoom: number): string =>
  template.replaceAll('{x}', String(x)).replaceAll('{y}', String(y)).replaceAll('{z}', String(zoom))

/** Returns the server of the tiles, for the attribution; empty if the template is no address. */
export function tileHost(template: string): string {
  try {
    return new URL(tileAddress(template, 0, 0, 0)).hostname
  } catch {
    return ''
  }
}
