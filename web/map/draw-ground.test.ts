import { expect, it } from 'vitest'
import { drawGround } from './draw-ground'

it('W42 writes no latitude where the scale bar or a longitude stands, however the map is moved', () => {
  const size = { width: 700, height: 400 }
  const written: { text: string; y: number }[] = []
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => {
      if (name === 'measureText') return () => ({ width: 40 })
      return (text: string, x: number, y: number) => {
        // The labels of the longitudes stand at the upper edge.
        if (name === 'fillText' && x === 3) written.push({ text, y })
      }
    },
    set: () => true,
  })
  const ground = { land: '', water: '', border: '', label: '', font: '' }
  for (let moved = 0; moved < 40; moved++)
    drawGround(context, { center: [-23.55 + moved * 0.0005, -46.63], zoom: 14 }, size, null, ground, 1, 'en-US')
  expect(written.length).toBeGreaterThan(40)
  expect(Math.max(...written.map(({ y }) => y))).toBeLessThan(size.height - 28)
  expect(Math.min(...written.map(({ y }) => y))).toBeGreaterThan(30)
})
