import { css } from 'styled-system/css'

/** The class of an element that only a screen reader shows. */
export const srOnly = css({ srOnly: true })
