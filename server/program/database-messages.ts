import type { Locale } from '@tocsin/core/base/constants'
import type { CopyErrorCode } from '../copy/copy-error'
import { fill } from './messages'

type Key = Exclude<CopyErrorCode, 'ABORTED'>

const en: Record<Key, string> = {
  ABSENT:
    '{{place}} has no database of tocsin: check DATABASE_URL and TOCSIN_DATA, which say where the server keeps it',
  OLD_SCHEMA:
    '{{place}} has the schema of an older version ({{migration}}): start a server of this version on it once, or use the older program',
  IN_SERVICE: 'servers are connected to {{place}}: stop them and run the same line again',
  UNFINISHED:
    '{{place}} has half of a copy: run the same db restore or db move again, which goes on where it was interrupted',
  CORRUPT: '{{place}} is damaged or cut off, and nothing was written: use another copy of the backup',
  NOT_A_BACKUP: '{{place}} is no backup of tocsin: give a file that db backup wrote',
  NEWER:
    'the copy is of another version than this program ({{migration}}): install the version that made it, or a newer one',
  NOT_EMPTY: '{{place}} has users already, and nothing was written: give an empty database or another folder',
  AHEAD:
    '{{place}} is empty, but has a newer schema than the copy ({{migration}}): give a new database or another folder',
  OTHER_COPY:
    'the target has half of another copy ({{migration}}): run the line that began it again, or give a new database or another folder',
  SAME: '{{place}} is the database itself: give another one',
  FILE_EXISTS: '{{place}} is there already: give another name',
  DIFFERS: 'the table {{table}} is not what was copied, and no server serves the target: run the same line again',
}

const pt: Record<Key, string> = {
  ABSENT:
    '{{place}} não tem um banco de dados do tocsin: verifique DATABASE_URL e TOCSIN_DATA, que dizem onde o servidor o guarda',
  OLD_SCHEMA:
    '{{place}} tem o esquema de uma versão mais antiga ({{migration}}): inicie nele uma vez um servidor desta versão, ou use o programa mais antigo',
  IN_SERVICE: 'há servidores conectados a {{place}}: pare-os e execute a mesma linha de novo',
  UNFINISHED:
    '{{place}} tem metade de uma cópia: execute o mesmo db restore ou db move de novo, que continua de onde parou',
  CORRUPT: '{{place}} está danificado ou cortado, e nada foi gravado: use outra cópia do arquivo',
  NOT_A_BACKUP: '{{place}} não é uma cópia do tocsin: informe um arquivo feito por db backup',
  NEWER:
    'a cópia é de outra versão que não a deste programa ({{migration}}): instale a versão que a fez, ou uma mais nova',
  NOT_EMPTY: '{{place}} já tem usuários, e nada foi gravado: informe um banco vazio ou outra pasta',
  AHEAD:
    '{{place}} está vazio, mas tem um esquema mais novo que o da cópia ({{migration}}): informe um banco novo ou outra pasta',
  OTHER_COPY:
    'o destino tem metade de outra cópia ({{migration}}): execute de novo a linha que a começou, ou informe um banco novo ou outra pasta',
  SAME: '{{place}} é o próprio banco: informe outro',
  FILE_EXISTS: '{{place}} já existe: informe outro nome',
  DIFFERS:
    'a tabela {{table}} não é o que foi copiado, e nenhum servidor serve o destino: execute a mesma linha de novo',
}

const messages: Record<Locale, Record<Key, string>> = { 'en-US': en, 'pt-BR': pt }

/** Returns the reason that a copy was refused, and what to do about it. */
export const copyRefusal = (locale: Locale, code: Key, facts: Record<string, string | number>): string =>
  fill(messages[locale][code], facts)
