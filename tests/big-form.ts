/** Returns a form of some fields of every kind, as a person sends it: a form of 300 fields has about 92 kB. */
export function bigForm(count: number) {
  const choices = ['Sim', 'Não', 'Não sei'].map((text) => ({ text, value: text }))
  const kinds: readonly object[] = [
    {
      type: 'text',
      options: { placeholder: 'Escreva o nome completo da pessoa que viu o ocorrido no local', mask: null },
    },
    {
      type: 'textarea',
      options: { lines: 4, placeholder: 'Descreva o que aconteceu, quando aconteceu e quem estava presente' },
    },
    { type: 'radios', options: { columns: 1, choices } },
    { type: 'rating', options: { icon: 'grade', limit: 5, step: 1 } },
    {
      type: 'text',
      options: { visibleIfQuery: { combinator: 'and', rules: [{ field: 'f_1', operator: 'equals', value: null }] } },
    },
  ]
  return {
    title: 'Formulário do ocorrido',
    fields: Array.from({ length: count }, (_, at) => ({
      name: `f_${at + 1}`,
      title: `${at + 1}. Pergunta sobre o ocorrido, que a pessoa responde no telefone, com as suas próprias palavras ou por escolha, antes de enviar o alerta`,
      required: at % 2 === 0,
      ...kinds[at % kinds.length],
    })),
  }
}
