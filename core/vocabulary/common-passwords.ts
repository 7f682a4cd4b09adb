import { PRODUCT } from '../base/constants'
import { fold } from '../base/fold'

/**
 * Words that the most common passwords are made of, here and in Brazil. A password with the required letters and digits
 * is nearly always one of them followed by a number. The list is short, because every new password is compared with it.
 */
const COMMON = new Set(
  (
    'a aa ab abc abcd abcde q qw qwe qwer qwert qwerty qwertyuiop qaz qazwsx asd asdf asdfg asdfgh asdfghjkl zxc zxcv ' +
    'zxcvbn zxcvbnm password passwort pass passwd parola senha minhasenha novasenha contrasena mudar mudeme trocar ' +
    'acesso entrar bemvindo welcome letmein changeme change default secret login user usuario admin administrator ' +
    'administrador root master guest test teste testing demo temp temporario iloveyou teamo amor amorzinho sunshine ' +
    'princess princesa dragon monkey football futebol baseball superman batman pokemon google summer winter spring ' +
    'autumn verao inverno monday january janeiro brasil brazil saopaulo riodejaneiro flamengo corinthians palmeiras ' +
    'santos vasco gremio botafogo cruzeiro fluminense internacional jesus jesuscristo deus deusefiel familia felicidade ' +
    'company empresa security seguranca alarm alarme emergencia emergency police policia'
  ).split(' '),
)

/** Signs that stand for letters. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Reduces a text to its letters, without the marks on them. */
const bare = (text: string) => fold(text).replace(/\p{M}/gu, '')

/** Returns the word in a password, without the digits and signs around it and with letters for the signs within. */
function wordIn(text: string): string {
  const word = bare(text).replace(/^[^a-z]+|[^a-z]+$/g, '')
  return word.replace(/[^a-z]/g, (sign) => LOOKALIKES[sign] ?? '')
}

/**
 * Returns the weakness of a password that meets all rules. `common`: it is among the first that an attacker tries.
 * `personal`: it contains the username or the name of the product. Null for any other password.
 */
export function weaknessOf(password: string, username: string): 'common' | 'personal' | null {
  const text = bare(password)
  const name = bare(username.trim())
  if (text.includes(PRODUCT) || (name.length >= 3 && text.includes(name))) return 'personal'
  return COMMON.has(wordIn(password)) ? 'common' : null
}
