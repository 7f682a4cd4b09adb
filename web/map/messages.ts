import type { Locale } from '@tocsin/core/base/constants'

const english = {
  label: 'Map. Arrow keys move it, plus and minus zoom.',
  labelPick: 'Map. Arrow keys move it, plus and minus zoom, Enter sets the position to its centre.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  pick: 'Set the position to the centre',
  center: 'Centre: {{lat}}, {{lng}}; zoom {{zoom}}',
  picked: 'Position set to {{lat}}, {{lng}}',
  places: { one: '{{count}} place on the map', other: '{{count}} places on the map' },
  outside: '{{count}} of them outside this view',
  none: 'No place has coordinates.',
  elsewhere: 'Open on a map',
  more: { one: 'and {{count}} more', other: 'and {{count}} more' },
  cluster: '{{count}} places: zoom in',
  inactive: '{{name}} (inactive)',
  kilometres: '{{length}} km',
  metres: '{{length}} m',
  wheel: 'META and the wheel zoom the map',
  fingers: 'Two fingers move the map',
  source: 'Natural Earth',
  unloaded: 'The coastlines could not be loaded.',
}

const portuguese: typeof english = {
  label: 'Mapa. As setas o movem, mais e menos ampliam e reduzem.',
  labelPick: 'Mapa. As setas o movem, mais e menos ampliam e reduzem, Enter põe a posição no centro.',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  pick: 'Pôr a posição no centro',
  center: 'Centro: {{lat}}, {{lng}}; zoom {{zoom}}',
  picked: 'Posição: {{lat}}, {{lng}}',
  places: { one: '{{count}} local no mapa', other: '{{count}} locais no mapa' },
  outside: '{{count}} deles fora desta vista',
  none: 'Nenhum local tem coordenadas.',
  elsewhere: 'Abrir no mapa',
  more: { one: 'e mais {{count}}', other: 'e mais {{count}}' },
  cluster: '{{count}} locais: ampliar',
  inactive: '{{name}} (inativo)',
  kilometres: '{{length}} km',
  metres: '{{length}} m',
  wheel: 'META e a roda ampliam o mapa',
  fingers: 'Dois dedos movem o mapa',
  source: 'Natural Earth',
  unloaded: 'Os contornos não puderam ser carregados.',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
