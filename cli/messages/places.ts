import { words } from './words'

/** The words of `export` and `template` of sites and teams. */
export const places = words(
  {
    export: 'Export all of a client as CSV or TSV',
    template: 'Print an empty file with the header that an import takes',
    to: 'The file to write; without it a terminal gets type-client-time.csv, and a pipe the rows',
    exported: { one: '{{total}} row written to {{path}}', other: '{{total}} rows written to {{path}}' },
    changed: 'rows were added or removed during the export, so it would not be complete',
  },
  {
    export: 'Exportar tudo de um cliente como CSV ou TSV',
    template: 'Imprimir um arquivo vazio com o cabeçalho que a importação aceita',
    to: 'O arquivo a gravar; sem ele um terminal ganha tipo-cliente-hora.csv, e um pipe as linhas',
    exported: { one: '{{total}} linha gravada em {{path}}', other: '{{total}} linhas gravadas em {{path}}' },
    changed: 'linhas surgiram ou sumiram durante a exportação, que por isso não estaria completa',
  },
)
