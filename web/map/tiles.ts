/** An address such as `https://tiles.example.org/{z}/{x}/{y}.png` with the numbers of a tile in it. */
export const tileAddress = (template: string, x: number, y: number, zoom: number): string =>
  template.replaceAll('{x}', String(x)).replaceAll('{y}', String(y)).replaceAll('{z}', String(zoom))

/** Whom to thank for tiles: the server they come from; empty where the address is none. */
export function tileHost(template: string): string {
  try {
    return new URL(tileAddress(template, 0, 0, 0)).hostname
  } catch {
    return ''
  }
}
