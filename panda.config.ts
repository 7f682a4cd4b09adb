import { defineConfig } from '@pandacss/dev'
import { colors, shadows } from './web/tokens/colors'
import { scales } from './web/tokens/scales'

export default defineConfig({
  // Only our own tokens: Panda's presets would add hundreds of colours that nobody may use.
  presets: ['@pandacss/preset-base'],
  eject: true,
  preflight: true,
  strictTokens: true,
  logLevel: 'silent',
  include: ['./web/**/*.{ts,tsx}'],
  exclude: ['./web/styled-system/**'],
  outdir: 'web/styled-system',
  importMap: 'styled-system',
  conditions: {
    greyLight: '[data-theme=grey-light] &',
    greyDark: '[data-theme=grey-dark] &',
    blueLight: '[data-theme=blue-light] &',
    blueDark: '[data-theme=blue-dark] &',
    tablet: '@media (max-width: 1023px)',
    narrow: '@media (max-width: 719px)',
    forced: '@media (forced-colors: active)',
    hover: '&:hover:not(:disabled)',
    focus: '&:focus',
    focusVisible: '&:focus-visible',
    active: '&:active',
    placeholder: '&::placeholder',
    readOnly: '&:read-only',
    before: '&::before',
    after: '&::after',
    ariaDisabled: '&[aria-disabled=true]',
    checked: '&:checked',
  },
  theme: {
    tokens: scales,
    semanticTokens: { colors, shadows },
    keyframes: { turn: { to: { transform: 'rotate(360deg)' } } },
    textStyles: {
      caption: { value: { fontSize: '2xs', lineHeight: '2xs', fontWeight: 'medium' } },
      small: { value: { fontSize: 'xs', lineHeight: 'xs', fontWeight: 'regular' } },
      body: { value: { fontSize: 'sm', lineHeight: 'sm', fontWeight: 'regular' } },
      title: { value: { fontSize: 'md', lineHeight: 'md', fontWeight: 'semibold' } },
      heading: { value: { fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold', letterSpacing: 'tight' } },
      figure: { value: { fontSize: '2xl', lineHeight: '2xl', fontWeight: 'semibold', letterSpacing: 'tighter' } },
      mono: { value: { fontFamily: 'mono', fontSize: 'xs', lineHeight: 'xs', fontWeight: 'regular' } },
    },
  },
  globalCss: {
    html: { fontFamily: 'sans', fontVariantNumeric: 'tabular-nums', background: 'bg.canvas', color: 'fg.default' },
    // The browser's own lists and scroll bars follow.
    '[data-theme$=-light]': { colorScheme: 'light' },
    '[data-theme$=-dark]': { colorScheme: 'dark' },
    body: { textStyle: 'body', margin: '0' },
    ':focus-visible': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '1px' },
    // A heading takes the focus to be read, and answers no key: a ring would promise one.
    ':is(h1, h2, h3)[tabindex="-1"]:focus-visible': { outlineStyle: 'none' },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': { transitionDuration: '0ms !important', animationDuration: '0ms !important' },
    },
    // Backgrounds and transparent borders are the reader's there: what is told by them alone is told in system colours.
    '@media (forced-colors: active)': {
      ':is([role=switch], [role=checkbox], [role=tab], [data-box], [aria-pressed=true], progress), [role=switch]::before':
        {
          forcedColorAdjust: 'none !important',
        },
      '[role=switch], [role=checkbox], [data-box]': {
        background: 'Canvas !important',
        borderColor: 'ButtonText !important',
      },
      '[role=switch]::before': { background: 'ButtonText !important' },
      '[role=switch][aria-checked=true], [role=checkbox][aria-checked=true], [data-box=ticked], [aria-pressed=true]': {
        background: 'Highlight !important',
        borderColor: 'Highlight !important',
        color: 'HighlightText !important',
      },
      ':is([role=checkbox], [data-box]) svg': { stroke: 'HighlightText !important' },
      '[role=switch][aria-checked=true]::before': { background: 'HighlightText !important' },
      '[role=tab]': {
        background: 'Canvas !important',
        color: 'CanvasText !important',
        borderBottomColor: 'Canvas !important',
      },
      '[role=tab][aria-selected=true]': { borderBottomColor: 'Highlight !important' },
      // What has the focus as well is told by its ring: the tick and the place say the rest.
      ':is([role=row][aria-selected=true], [aria-current]):not(:focus-visible)': {
        outline: '2px solid Highlight !important',
        outlineOffset: '-2px !important',
      },
      '[role=row][data-active]': {
        borderInlineStart: '4px solid Highlight !important',
        paddingInlineStart: '10px !important',
      },
      ':is(button, [role=switch], [role=option])[aria-disabled=true]': {
        color: 'GrayText !important',
        borderColor: 'GrayText !important',
      },
      mark: { background: 'Mark !important', color: 'MarkText !important' },
      progress: { background: 'Canvas !important', border: '1px solid ButtonText !important' },
      'progress::-webkit-progress-bar': { background: 'Canvas !important' },
      'progress::-webkit-progress-value': { background: 'Highlight !important' },
      'progress::-moz-progress-bar': { background: 'Highlight !important' },
      ':focus-visible': { outline: '2px solid CanvasText !important' },
    },
  },
})
