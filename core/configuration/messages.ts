import type { Locale } from '../base/constants'

const en = {
  syntax: 'is not valid YAML ({{code}})',
  encoding: 'is not UTF-8',
  tooLarge: 'is larger than {{max}} MB',
  tooDeep: 'is nested deeper than {{max}} levels',
  anchor: 'has an anchor or an alias: write the value out',
  noObject: 'is no object: a file begins with format and kind',
  format: 'must be {{format}}',
  kind: 'must be one of: {{kinds}}',
  key: 'must be a word',
  keyTwice: 'is given twice',
  names: 'must be a list of names',
  noGroup: 'cannot be given: only a group contains channels',
  noVariable: 'needs the environment variable {{name}}, which is not set',
  nameTwice: 'is the name of the object in {{other}} as well',
  unknownName: 'names {{name}}, which is not among: {{noun}}',
  pruned: 'names {{name}}, which has no file and would be deleted',
  fixed: 'cannot be changed after the creation (it is {{value}})',
}

const pt: Record<keyof typeof en, string> = {
  syntax: 'não é YAML válido ({{code}})',
  encoding: 'não está em UTF-8',
  tooLarge: 'tem mais de {{max}} MB',
  tooDeep: 'tem mais de {{max}} níveis',
  anchor: 'tem uma âncora ou um alias: escreva o valor por extenso',
  noObject: 'não é um objeto: um arquivo começa com format e kind',
  format: 'deve ser {{format}}',
  kind: 'deve ser um destes: {{kinds}}',
  key: 'deve ser uma palavra',
  keyTwice: 'é informado duas vezes',
  names: 'deve ser uma lista de nomes',
  noGroup: 'não pode ser informado: só um grupo contém canais',
  noVariable: 'precisa da variável de ambiente {{name}}, que não está definida',
  nameTwice: 'também é o nome do objeto em {{other}}',
  unknownName: 'nomeia {{name}}, que não está entre: {{noun}}',
  pruned: 'nomeia {{name}}, que não tem arquivo e seria excluído',
  fixed: 'não pode mudar depois da criação (é {{value}})',
}

/** The words of problems in the files of a configuration. */
export const configurationMessages: Record<Locale, Record<keyof typeof en, string>> = { 'en-US': en, 'pt-BR': pt }
