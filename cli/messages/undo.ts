import { words } from './words'

/** The words of `tocsin undo`. */
export const undo = words(
  {
    request: 'The id of the request whose changes to undo; `tocsin audit-events list` shows it',
    last: 'Undo your own last request, or the one before what is taken back already',
    none: 'the history has no change of the request {{request}}',
    noneOwn: 'none of your last changes can be undone',
    never: '{{noun}} {{name}}: {{verb}} cannot be undone',
    mayNot: '{{noun}} {{name}}: you may not undo {{verb}}',
    changed: '{{noun}} {{name}} has been changed since, so nothing was undone',
    byOthers: 'These are changes by {{names}}.',
    older: 'Your last change, {{passed}}, took back an earlier one, so this is an older one.',
    uncertain:
      'your last request, {{passed}}, took back an earlier one: name the request to undo, {{passed}} itself or {{request}} before it',
    deletes: 'This deletes {{names}}.',
    question: {
      one: 'Undo {{count}} change of {{request}} ({{names}})?',
      other: 'Undo {{count}} changes of {{request}} ({{names}})?',
    },
    partly: '{{done}} of {{total}} undone; the same command goes on with the rest',
    columns: { noun: 'Resource', id: 'ID', name: 'Name', undone: 'Undone by' },
  },
  {
    request: 'O id da solicitação cujas alterações desfazer; `tocsin audit-events list` o mostra',
    last: 'Desfazer a sua última solicitação, ou a anterior ao que já foi desfeito',
    none: 'o histórico não tem alteração da solicitação {{request}}',
    noneOwn: 'nenhuma das suas últimas alterações pode ser desfeita',
    never: '{{noun}} {{name}}: {{verb}} não pode ser desfeito',
    mayNot: '{{noun}} {{name}}: você não pode desfazer {{verb}}',
    changed: '{{noun}} {{name}} foi alterado depois, e nada foi desfeito',
    byOthers: 'São alterações de {{names}}.',
    older: 'A sua última alteração, {{passed}}, desfez outra, então esta é mais antiga.',
    uncertain:
      'a sua última solicitação, {{passed}}, desfez outra: informe a solicitação a desfazer, a própria {{passed}} ou a {{request}}, anterior a ela',
    deletes: 'Isto exclui {{names}}.',
    question: {
      one: 'Desfazer {{count}} alteração de {{request}} ({{names}})?',
      other: 'Desfazer {{count}} alterações de {{request}} ({{names}})?',
    },
    partly: '{{done}} de {{total}} desfeitas; o mesmo comando continua com as restantes',
    columns: { noun: 'Recurso', id: 'ID', name: 'Nome', undone: 'Desfeito por' },
  },
)
