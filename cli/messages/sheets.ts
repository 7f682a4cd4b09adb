import { words } from './words'

/** The words of `import`, for all kinds of rows. */
export const sheets = words(
  {
    import: 'Import a CSV file',
    file: 'a CSV file, or - for stdin',
    client: 'The client that they belong to',
    exportData: 'Export what is known of people as an import takes it',
    schema: 'The schema that they belong to',
    contentId: 'The schema that they belong to, by its content id',
    modes: {
      create: 'create (default) skips existing ones, upsert updates them',
      upsert: 'upsert (default) replaces those of the same key, create skips them',
    },
    dryRun: 'Show the plan and write nothing',
    exitCode: 'With --dry-run: exit 10 when there is something to write',
    onError: 'stop (default) writes nothing while a row is bad, skip writes the good ones',
    map: 'A column that is called otherwise in the file',
    encoding: 'The encoding, where it is recognised wrongly',
    delimiter: 'The delimiter, where it is recognised wrongly',
    rejects: 'Where the bad rows go; NAME.rejects.csv beside NAME.csv unless given',
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
    onError: 'stop (padrão) não grava nada enquanto houver linha ruim, skip grava as boas',
    map: 'Uma coluna que no arquivo tem outro nome',
    encoding: 'A codificação, onde é reconhecida errado',
    delimiter: 'O delimitador, onde é reconhecido errado',
    rejects: 'Para onde vão as linhas ruins; NOME.rejects.csv ao lado de NOME.csv se não informado',
    progress: 'json: uma linha de JSON por passo em stderr',
  },
)
