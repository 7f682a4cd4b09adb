import { words } from './words'

/** The words of `tocsin completion`. */
export const completion = words(
  { words: 'the words typed so far (the scripts ask so)' },
  { words: 'as palavras digitadas até aqui (é assim que os scripts perguntam)' },
)
