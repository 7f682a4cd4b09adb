import { failureWords } from './failures'
import { helpWords } from './help'
import { inputWords } from './input'
import { words } from './words'

const output = words(
  {
    yes: 'yes',
    no: 'no',
    shownOf: '{{shown}} of {{total}} shown; --all for every row',
    deleted: 'deleted: {{names}}',
    wouldDelete: 'would delete: {{names}}',
    dryRun: 'dry run: nothing is written',
    andMore: '{{names}} and {{more}} more',
    doneOf: '{{done}} of {{total}} done',
    unsettled: {
      one: '{{count}} more may have been done anyway',
      other: '{{count}} more may have been done anyway',
    },
    skipped: '{{part}} of {{total}} skipped: {{names}}: {{reason}}',
    unchanged: '{{part}} of {{total}} unchanged: {{names}}: {{reason}}',
    sameValues: 'it has these values already',
    emptyFile: '{{path}} is empty: nothing to do',
    ownKind: 'only people of the provider were searched; --user-type=client searches those of clients',
  },
  {
    yes: 'sim',
    no: 'não',
    shownOf: '{{shown}} de {{total}} mostrados; --all traz todas as linhas',
    deleted: 'excluído: {{names}}',
    wouldDelete: 'excluiria: {{names}}',
    dryRun: 'simulação: nada é gravado',
    andMore: '{{names}} e mais {{more}}',
    doneOf: '{{done}} de {{total}} feitos',
    unsettled: {
      one: 'mais {{count}} pode ter sido feito mesmo assim',
      other: 'mais {{count}} podem ter sido feitos mesmo assim',
    },
    skipped: '{{part}} de {{total}} ignorados: {{names}}: {{reason}}',
    unchanged: '{{part}} de {{total}} sem alteração: {{names}}: {{reason}}',
    sameValues: 'já tem estes valores',
    emptyFile: '{{path}} não tem conteúdo: nada a fazer',
    ownKind: 'só se procurou entre pessoas do provedor; --user-type=client procura entre as dos clientes',
  },
)

/** The words that any command may need, by part; a command's own come with it. */
export const messages = { ...failureWords, ...inputWords, ...helpWords, output }
