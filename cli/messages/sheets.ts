import { words } from './words'

/** The words of `import`, for all kinds of rows. */
export const sheets = words(
  {
    import: 'Import a CSV file',
    file: 'a CSV file, or - for stdin',
    client: 'The client that the rows belong to',
    exportData: 'Export registration data in the columns of an import',
    schema: 'The schema that the rows belong to',
    contentId: 'The schema that the rows belong to, by its content id',
    modes: {
      create: 'create (default) skips existing ones, upsert updates them',
      upsert: 'upsert (default) replaces those of the same key, create skips them',
    },
    dryRun: 'Show the plan and write nothing',
    exitCode: 'With --dry-run: exit 10 when there is something to write',
    onError: 'stop (default) writes nothing if any row is bad; skip writes the good ones',
    maxErrors: 'Write the good rows if no more than so many are bad, else nothing',
    atomic: 'Write all rows in one transaction, or none; for up to {{rows}} rows',
    map: 'A column that has another name in the file',
    encoding: 'The encoding, if it is recognised wrongly',
    delimiter: 'The delimiter, if it is recognised wrongly',
    rejects: 'Where the rejected rows go; by default NAME.rejects.csv beside NAME.csv',
    progress: 'json: a line of JSON per step on stderr',
  },
  {
    import: 'Importar um arquivo CSV',
    file: 'um arquivo CSV, ou - para stdin',
    client: 'O cliente a que pertencem',
    exportData: 'Exportar o que se sabe das pessoas como a importação o aceita',
    schema: 'O esquema a que pertencem',
    contentId: 'O esquema a que pertencem, pelo id do conteúdo',
    modes: {
      create: 'create (padrão) pula os existentes, upsert os atualiza',
      upsert: 'upsert (padrão) substitui os de mesma chave, create os pula',
    },
    dryRun: 'Mostrar o plano e não gravar nada',
    exitCode: 'Com --dry-run: sair com 10 quando há algo a gravar',
    onError: 'stop (padrão) não grava nada enquanto houver linha com erro, skip grava as boas',
    maxErrors: 'Gravar as linhas boas se não houver mais que tantas ruins; senão, nada',
    atomic: 'Gravar todas as linhas numa só transação, ou nenhuma; até {{rows}} linhas',
    map: 'Uma coluna que no arquivo tem outro nome',
    encoding: 'A codificação, onde é reconhecida errado',
    delimiter: 'O delimitador, onde é reconhecido errado',
    rejects: 'Para onde vão as linhas com erro; NOME.rejects.csv ao lado de NOME.csv se não informado',
    progress: 'json: uma linha de JSON por passo em stderr',
  },
)
