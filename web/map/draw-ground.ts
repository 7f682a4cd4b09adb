import type { Locale } from '@tocsin/core/base/constants'
import { decimalsOf, gridStep, project, TILE, unproject, type Size, type View } from './projection'
import type { Shape, World } from './world'

/** The present colours of the page's theme. */
export type Ground = { land: string; water: string; border: string; label: string; font: string }

/** Zoom from which plain land replaces the coast, which is accurate to some hundred metres and would mislead. */
export const PLAIN_FROM = 12
/** Width of the map's buttons at the right edge, in pixels, at the size for a finger. */
const BUTTONS = 56
/** Height of the scale bar at the lower edge, in pixels. It would cover a label there. */
const FOOT = 28
/** Height of the labels at the upper edge, in pixels, with that of a label below them. */
const HEAD = 32
/** Zoom from which the grid is drawn, beside the coast. */
const GRID_FROM = 8

/** Draws the ground under the pins: water, land, borders, and the grid of coordinates of a close view. */
export function drawGround(
  context: CanvasRenderingContext2D,
  { center, zoom }: View,
  { width, height }: Size,
  world: World | null,
  ground: Ground,
  density: number,
  locale: Locale,
): void {
  const scale = 2 ** zoom
  const [x, y] = project(center)
  const left = x - width / 2 / scale
  const top = y - height / 2 / scale
  context.setTransform(density, 0, 0, density, 0, 0)
  context.fillStyle = zoom >= PLAIN_FROM ? ground.land : ground.water
  context.fillRect(0, 0, width, height)
  if (zoom < PLAIN_FROM && world)
    // The world repeats beyond the date line.
    for (const copy of [-TILE, 0, TILE]) {
      const inView = ({ box }: Shape) =>
        box[2] + copy >= left &&
        box[0] + copy <= left + width / scale &&
        box[3] >= top &&
        box[1] <= top + height / scale
      const size = density * scale
      context.setTransform(size, 0, 0, size, (copy - left) * size, -top * size)
      context.fillStyle = ground.land
      for (const shape of world.land) if (inView(shape)) context.fill(shape.path)
      context.strokeStyle = ground.border
      context.lineWidth = 1 / scale
      for (const shape of world.borders) if (inView(shape)) context.stroke(shape.path)
    }
  context.setTransform(density, 0, 0, density, 0, 0)
  if (zoom >= GRID_FROM) drawGrid(context, { left, top, scale }, { width, height }, zoom, ground, locale)
}

function drawGrid(
  context: CanvasRenderingContext2D,
  { left, top, scale }: { left: number; top: number; scale: number },
  { width, height }: Size,
  zoom: number,
  ground: Ground,
  locale: Locale,
): void {
  const step = gridStep(zoom)
  const decimals = decimalsOf(step)
  const degrees = (value: number) => {
    const text = value.toFixed(decimals)
    return `${locale === 'pt-BR' ? text.replace('.', ',') : text}°`
  }
  const [north, west] = unproject([left, top])
  const [south, east] = unproject([left + width / scale, top + height / scale])
  context.strokeStyle = ground.border
  context.lineWidth = 1
  context.fillStyle = ground.label
  context.font = ground.font
  context.textBaseline = 'top'
  context.beginPath()
  for (let lng = Math.ceil(west / step) * step; lng <= east; lng += step) {
    const at = Math.round((project([0, lng])[0] - left) * scale) + 0.5
    context.moveTo(at, 0)
    context.lineTo(at, height)
    const text = degrees(lng)
    if (at + 3 + context.measureText(text).width < width - BUTTONS) context.fillText(text, at + 3, 3)
  }
  context.textBaseline = 'bottom'
  for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
    const at = Math.round((project([lat, 0])[1] - top) * scale) + 0.5
    context.moveTo(0, at)
    context.lineTo(width, at)
    if (at >= HEAD && at < height - FOOT) context.fillText(degrees(lat), 3, at - 1)
  }
  context.stroke()
}
