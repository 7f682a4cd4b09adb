// The colours by role. Components name a role, never a value. Each role has a value for each of the four themes, in
// this order: grey light, grey dark, blue light, blue dark. The contrasts (4.5 for text, 3 for shapes) were computed
// pair by pair.
type FourThemes = [greyLight: string, greyDark: string, blueLight: string, blueDark: string]

const values: Record<string, Record<string, FourThemes>> = {
  bg: {
    canvas: ['#f4f6f8', '#0b0c0e', '#f4f7fb', '#080f18'],
    surface: ['#ffffff', '#121314', '#ffffff', '#0e1520'],
    sidebar: ['#f4f6f8', '#0b0c0e', '#f0f4fb', '#080f18'],
    subtle: ['#f5f7fa', '#161719', '#f6f9fc', '#121a25'],
    hover: ['#f2f3f6', '#1a1b1c', '#f2f5fb', '#151d2a'],
    active: ['#ebedef', '#212224', '#e5eefb', '#1a2535'],
    selected: ['#e8e9ec', '#27282a', '#e5efff', '#192948'],
    muted: ['#eaebee', '#232426', '#e8edf5', '#1d2735'],
    popover: ['#ffffff', '#18191b', '#ffffff', '#141c28'],
    inverse: ['#212224', '#e3e4e7', '#1c2738', '#e0e5ed'],
  },
  fg: {
    default: ['#17181a', '#ebedef', '#151e2c', '#e9edf2'],
    muted: ['#515255', '#abacaf', '#4c5665', '#a6b0bf'],
    subtle: ['#68696b', '#97989b', '#616b7a', '#929eaf'],
    disabled: ['#8b8c8f', '#68696b', '#88909c', '#616d7d'],
    inverse: ['#f9fafd', '#151618', '#f8fafd', '#121b28'],
    inverseMuted: ['#bcbec0', '#4c4d4f', '#bcc5d1', '#485363'],
  },
  border: {
    subtle: ['#e5e6e9', '#222325', '#e4e8ef', '#1d2633'],
    default: ['#d8d9dc', '#2e2f31', '#d5dbe4', '#273242'],
    control: ['#8b8c8f', '#6f7072', '#858e9d', '#65748b'],
    strong: ['#626366', '#919295', '#596475', '#8896ab'],
  },
  accent: {
    solid: ['#212224', '#eaebee', '#1c58d0', '#2964d9'],
    hover: ['#343537', '#ffffff', '#114ab9', '#1e59cd'],
    pressed: ['#111213', '#d0d1d4', '#093da1', '#174eba'],
    on: ['#ffffff', '#111213', '#ffffff', '#ffffff'],
    fg: ['#212224', '#edeef1', '#1853c6', '#90bcfe'],
    subtle: ['#e8e9ec', '#27282a', '#e5efff', '#192948'],
    border: ['#a3a4a7', '#57585a', '#98b8f2', '#2e5297'],
  },
  focus: {
    ring: ['#2d2e30', '#e3e4e7', '#2867e4', '#659dfb'],
  },
  chart: {
    1: ['#2d2e30', '#dddee1', '#1c58d0', '#5b96fa'],
    2: ['#6d6f71', '#919295', '#2591c4', '#5bb0d7'],
    3: ['#a3a4a7', '#5c5e60', '#67b7d6', '#2d7498'],
    4: ['#c9cacd', '#3c3d3f', '#b7d6ec', '#2e4a67'],
    grid: ['#e6e8eb', '#232426', '#e4e8ef', '#1f2835'],
  },
  map: {
    land: ['#f1f2f5', '#1b1c1e', '#f2f5f9', '#171e29'],
    water: ['#d9dbdd', '#0d0e10', '#cde1f0', '#041424'],
    park: ['#e6e8eb', '#212224', '#e0f0e8', '#132826'],
    road: ['#ffffff', '#343537', '#ffffff', '#303a49'],
    roadEdge: ['#d0d1d4', '#151618', '#d2d8e1', '#101722'],
    label: ['#57585a', '#a3a4a7', '#515c6c', '#9ea9b8'],
    pin: ['#212224', '#eaebee', '#1c58d0', '#6ba4ff'],
    halo: ['#212224', '#eaebee', '#1c58d0', '#5b96fa'],
  },
  alarm: {
    solid: ['#d90a1a', '#d92225', '#d90a1a', '#d92225'],
    hover: ['#c20012', '#c90f1a', '#c20012', '#c90f1a'],
    on: ['#ffffff', '#ffffff', '#ffffff', '#ffffff'],
    fg: ['#bb0916', '#fe8b83', '#bb0916', '#fe8b83'],
    subtle: ['#ffefed', '#3f1917', '#ffefed', '#3f1917'],
    border: ['#ffb4ad', '#93332f', '#ffb4ad', '#93332f'],
  },
  danger: {
    fg: ['#963f1f', '#eda885', '#963f1f', '#eda885'],
    subtle: ['#fef2ee', '#33221a', '#fef2ee', '#33221a'],
    border: ['#c26b49', '#b26c4d', '#c26b49', '#b26c4d'],
  },
  warning: {
    fg: ['#794d0b', '#ecc573', '#794d0b', '#ecc573'],
    subtle: ['#fff3d6', '#332710', '#fff3d6', '#332710'],
    border: ['#e8bd6d', '#755822', '#e8bd6d', '#755822'],
  },
  success: {
    fg: ['#17653c', '#7cd8a4', '#17653c', '#7cd8a4'],
    subtle: ['#e6f9ed', '#172c20', '#e6f9ed', '#172c20'],
    dot: ['#269e5f', '#37b976', '#269e5f', '#37b976'],
  },
}

/** Returns a value per theme in Panda's form: keyed by the conditions of panda.config.ts. */
const perTheme = ([greyLight, greyDark, blueLight, blueDark]: FourThemes) => ({
  value: { _greyLight: greyLight, _greyDark: greyDark, _blueLight: blueLight, _blueDark: blueDark },
})

const mapped = <In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Returns one value for both light themes and one for both dark themes. */
const perMode = (light: string, dark: string) => perTheme([light, dark, light, dark])

export const colors = {
  ...mapped(values, (group) => mapped(group, perTheme)),
  scrim: perMode('rgb(15 20 30 / 0.32)', 'rgb(0 0 0 / 0.56)'),
}

export const shadows = {
  raised: perMode('0 1px 2px rgb(15 23 42 / 0.06)', 'none'),
  popover: perMode(
    '0 8px 24px -6px rgb(15 23 42 / 0.16), 0 2px 6px rgb(15 23 42 / 0.06)',
    '0 12px 32px rgb(0 0 0 / 0.48)',
  ),
  modal: perMode(
    '0 24px 64px -12px rgb(15 23 42 / 0.30), 0 4px 12px rgb(15 23 42 / 0.08)',
    '0 24px 80px rgb(0 0 0 / 0.64)',
  ),
}
