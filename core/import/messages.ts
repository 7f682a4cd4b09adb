import type { Locale } from '../base/constants'

const en = {
  // Whole files.
  CODE_ALREADY_EXISTS:
    'A registration code of these rows belongs to another client, and which one is not told. Give other codes, or leave the column empty.',
  not_csv: 'The file is {{kind}}, not CSV. Save it as CSV (in Excel: Save as, CSV UTF-8) and try again.',
  empty_file: 'The file is empty.',
  no_rows: 'The file has a header but no rows.',
  file_too_large: 'The file is larger than {{max}} bytes. Split it.',
  encoding_mixed: 'The file mixes UTF-8 and Windows-1252 text. Save it again in one encoding, or name the encoding.',
  encoding_unknown:
    'The file is not UTF-8 and does not look like Windows-1252. Read as such, it holds: {{samples}}. Name its encoding, or save it as UTF-8.',
  encoding_unknown_but:
    'The file is not UTF-8 and does not look like Windows-1252. Read as such, it holds: {{samples}}. In {{better}} it holds: {{readings}}. Name its encoding, or save it as UTF-8.',
  header_missing: 'The first row must name the columns.',
  header_duplicate: 'The header has a column twice: {{fields}}',
  header_forbidden: 'A column cannot have this name: {{fields}}',
  header_unknown_or_missing: 'The header lacks a required column: {{fields}}',
  header_too_wide: 'A file has at most {{max}} columns; this one has {{found}}.',
  header_of_list:
    'The file is a list, not a sheet: its columns ({{fields}}) would replace what is known of everybody. Import what Export saves.',
  too_large_for_atomic:
    'The file has more than {{rows}} rows or {{size}} MiB, too many for one transaction. Import it without --atomic, or split it.',
  too_many_rows: 'The file has more than {{max}} rows. Split it.',
  // Rows.
  missing_data: 'is required',
  invalid: 'has the wrong format',
  out_of_range: 'is out of range',
  too_long: 'is longer than {{max}} characters',
  malformed: 'a quote is opened or closed in the wrong place',
  too_many_columns: 'has more cells than the header ({{found}} instead of {{expected}})',
  duplicate: 'is the same as in line {{line}}',
  control_character: 'holds characters that cannot be stored',
  combining_marks: 'has more than {{max}} combining marks in a row',
  encoding: 'holds bytes that are not in the encoding of the file',
  phone: 'must be a phone number: country code, area code and 8 or 9 digits in Brazil',
  ambiguous_decimal: 'could be read as two different numbers; write it with a decimal point and no thousands',
  excel_scientific: 'was turned into scientific notation by Excel and has lost digits',
  unknown_app: 'is no app of this client',
  unknown_site: 'is no site of this client, by its tag or name',
  unknown_form: 'is no registration form of this client',
  ambiguous: 'names {{count}} of them; use the tag or the id',
  yes_or_no: 'must be yes or no',
  code_taken: 'is taken already',
  // Worth a look.
  excel_lost_zero: 'has 7 digits: Excel may have dropped the zero it began with',
  excel_error: 'is an error of Excel',
  mojibake: 'looks like text that was once read in the wrong encoding',
  encoding_doubtful: 'is unusual as text in {{encoding}}',
  encoding_other: 'is unusual as text in {{encoding}}; in {{other}} it reads “{{text}}”',
  odd_blank: 'holds a tab or a break that no field holds, which was taken for a blank',
  bidi_control: 'holds characters that reverse the writing direction',
  null_literal: 'is a word for nothing; leave the cell empty if nothing is meant',
  coordinates_missing: 'latitude and longitude are missing, the place will not be on the map',
  no_coordinate_columns: 'the file has no columns for latitude and longitude: new places will not be on the map',
  profile_column:
    'the file has a column Profile, as a saved list has: if it is one, the import would replace what is known of everybody',
  coordinates_swapped: 'latitude and longitude seem to be swapped',
  too_few_columns:
    'has fewer cells than the header ({{found}} instead of {{expected}}), the last ones are taken as empty',
  header_again: 'is the header once more and was passed over',
  header_unknown: 'is not a column of an import and was passed over',
}

const pt: Record<keyof typeof en, string> = {
  CODE_ALREADY_EXISTS:
    'Um código de cadastro destas linhas pertence a outro cliente, e qual deles não é informado. Dê outros códigos ou deixe a coluna vazia.',
  not_csv: 'O arquivo é {{kind}}, não CSV. Salve como CSV (no Excel: Salvar como, CSV UTF-8) e tente de novo.',
  empty_file: 'O arquivo está vazio.',
  no_rows: 'O arquivo tem cabeçalho, mas nenhuma linha.',
  file_too_large: 'O arquivo tem mais de {{max}} bytes. Divida-o.',
  encoding_mixed:
    'O arquivo mistura textos em UTF-8 e Windows-1252. Salve-o de novo em uma só codificação ou informe qual é.',
  encoding_unknown:
    'O arquivo não está em UTF-8 e não parece estar em Windows-1252. Lido assim, teria: {{samples}}. Informe a codificação ou salve-o em UTF-8.',
  encoding_unknown_but:
    'O arquivo não está em UTF-8 e não parece estar em Windows-1252. Lido assim, teria: {{samples}}. Em {{better}}, teria: {{readings}}. Informe a codificação ou salve-o em UTF-8.',
  header_missing: 'A primeira linha deve ter os nomes das colunas.',
  header_duplicate: 'Uma coluna aparece duas vezes no cabeçalho: {{fields}}',
  header_forbidden: 'Uma coluna não pode ter este nome: {{fields}}',
  header_unknown_or_missing: 'Falta no cabeçalho uma coluna obrigatória: {{fields}}',
  header_too_wide: 'Um arquivo tem no máximo {{max}} colunas; este tem {{found}}.',
  header_of_list:
    'O arquivo é uma lista, não uma planilha: as colunas dela ({{fields}}) substituiriam o que se sabe de cada pessoa. Importe o que Exportar salva.',
  too_large_for_atomic:
    'O arquivo tem mais de {{rows}} linhas ou {{size}} MiB, demais para uma só transação. Importe-o sem --atomic, ou divida-o.',
  too_many_rows: 'O arquivo tem mais de {{max}} linhas. Divida-o.',
  missing_data: 'não pode ficar em branco',
  invalid: 'não está escrito como deve',
  out_of_range: 'está fora dos limites',
  too_long: 'tem mais de {{max}} caracteres',
  malformed: 'uma aspa abre ou fecha no lugar errado',
  too_many_columns: 'tem mais células que o cabeçalho ({{found}} em vez de {{expected}})',
  duplicate: 'é igual ao da linha {{line}}',
  control_character: 'tem caracteres que não podem ser gravados',
  combining_marks: 'tem mais de {{max}} marcas combinantes seguidas',
  encoding: 'tem bytes fora da codificação do arquivo',
  phone: 'deve ser um telefone: código do país, DDD e 8 ou 9 dígitos no Brasil',
  ambiguous_decimal: 'pode ser lido como dois números diferentes; escreva com ponto decimal e sem milhares',
  excel_scientific: 'foi convertido pelo Excel em notação científica e perdeu dígitos',
  unknown_app: 'não é um app deste cliente',
  unknown_site: 'não é um site deste cliente, nem pela etiqueta nem pelo nome',
  unknown_form: 'não é um formulário de cadastro deste cliente',
  ambiguous: 'é o nome de {{count}} deles; use a etiqueta ou o id',
  yes_or_no: 'deve ser sim ou não',
  code_taken: 'já está em uso',
  excel_lost_zero: 'tem 7 dígitos: o Excel pode ter tirado o zero inicial',
  excel_error: 'é um erro do Excel',
  mojibake: 'parece ter sido lido na codificação errada alguma vez',
  encoding_doubtful: 'é incomum como texto em {{encoding}}',
  encoding_other: 'é incomum como texto em {{encoding}}; em {{other}}, lê-se “{{text}}”',
  odd_blank: 'tem uma tabulação ou quebra que nenhum campo aceita e que contou como espaço',
  bidi_control: 'tem caracteres que invertem o sentido da escrita',
  null_literal: 'é uma palavra para nada; deixe a célula vazia se for isso',
  coordinates_missing: 'faltam latitude e longitude, o local não aparecerá no mapa',
  no_coordinate_columns: 'o arquivo não tem colunas de latitude e longitude: locais novos não aparecerão no mapa',
  profile_column:
    'o arquivo tem uma coluna Perfil, como uma lista salva: se for uma, a importação substituiria o que se sabe de cada pessoa',
  coordinates_swapped: 'latitude e longitude parecem trocadas',
  too_few_columns:
    'tem menos células que o cabeçalho ({{found}} em vez de {{expected}}), as últimas contam como vazias',
  header_again: 'é o cabeçalho outra vez e foi ignorada',
  header_unknown: 'não é coluna de importação e foi ignorada',
}

/** The words of the import's own codes, to be added to a vocabulary under `import`. Rules have their own. */
export const importMessages: Record<Locale, Record<keyof typeof en, string>> = { 'en-US': en, 'pt-BR': pt }
