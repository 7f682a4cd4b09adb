import { css } from 'styled-system/css'

/** The look of a text that a user wrote as HTML, in the editor and where it is shown. */
export const textLook = css({
  overflowWrap: 'anywhere',
  fontSize: 'md',
  lineHeight: 'lg',
  '& > * + *, & li > * + *, & blockquote > * + *': { marginTop: '3' },
  '& h1, & h2, & h3, & h4, & h5, & h6': { fontWeight: 'semibold' },
  '& h1': { fontSize: 'xl', lineHeight: 'xl' },
  '& h2': { fontSize: 'lg', lineHeight: 'lg' },
  '& strong': { fontWeight: 'semibold' },
  '& em': { fontStyle: 'italic' },
  '& ul, & ol': { paddingInlineStart: '6' },
  '& ul': { listStyle: 'disc' },
  '& ol': { listStyle: 'decimal' },
  '& blockquote': { paddingInlineStart: '4', borderInlineStart: '2px solid token(colors.border.default)' },
  '& code, & pre': { fontFamily: 'mono', fontSize: 'sm' },
  '& pre': { padding: '3', background: 'bg.muted', borderRadius: 'sm', whiteSpace: 'pre-wrap' },
  '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '[3px]' },
  '& hr': { borderTop: '1px solid token(colors.border.default)' },
})
