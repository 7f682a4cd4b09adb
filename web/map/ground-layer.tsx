import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PigeonProps } from 'pigeon-maps'
import { css } from 'styled-system/css'
import { usePreferences } from '../preferences'
import { drawGround, PLAIN_FROM, type Ground } from './draw-ground'
import { loadWorld, type World } from './world'

const grounds = new Map<string, Ground>()

/** Returns the colours of the page's theme, which a canvas cannot inherit. */
function groundOf(theme: string, element: Element): Ground {
  const known = grounds.get(theme)
  if (known) return known
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--colors-${name}`).trim()
  const ground = {
    land: color('map-land'),
    water: color('map-water'),
    border: color('border-default'),
    label: color('map-label'),
    font: `11px ${style.fontFamily}`,
  }
  grounds.set(theme, ground)
  return ground
}

/** Returns the theme, and redraws when the page changes it. */
function useTheme(): string {
  const [theme, setTheme] = useState(() => document.documentElement.dataset['theme'] ?? '')
  useEffect(() => {
    const page = document.documentElement
    const observer = new MutationObserver(() => setTheme(page.dataset['theme'] ?? ''))
    observer.observe(page, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}

/** The bundled world under a map without tiles. Pigeon passes it the position of the map. */
export function GroundLayer({ mapState, onFailure }: PigeonProps & { onFailure: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [world, setWorld] = useState<World | null>(null)
  const theme = useTheme()
  const { locale } = usePreferences()
  const { width = 0, height = 0, zoom = 0, center = [0, 0] } = mapState ?? {}
  const [lat, lng] = center
  const needed = zoom < PLAIN_FROM

  useEffect(() => {
    let left = false
    const load = async () => {
      try {
        const loaded = await loadWorld()
        if (!left) setWorld(loaded)
      } catch {
        if (!left) onFailure()
      }
    }
    if (needed) void load()
    return () => {
      left = true
    }
  }, [needed, onFailure])

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width <= 0 || height <= 0) return
    const density = Math.min(2, devicePixelRatio || 1)
    // Setting the size clears a canvas, so it is set only on a change.
    const [wide, high] = [Math.round(width * density), Math.round(height * density)]
    if (element.width !== wide) element.width = wide
    if (element.height !== high) element.height = high
    const ground = groundOf(theme, element)
    drawGround(context, { center: [lat, lng], zoom }, { width, height }, world, ground, density, locale)
  }, [world, theme, locale, width, height, zoom, lat, lng])

  return <canvas ref={canvas} className={layer} style={{ width, height }} aria-hidden="true" />
}

const layer = css({ position: 'absolute', top: '0', left: '0', pointerEvents: 'none' })
