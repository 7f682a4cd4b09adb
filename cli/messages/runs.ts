import { words } from './words'

/** The words of actions on many records that can be interrupted and continued. */
export const runs = words(
  {
    resumed: 'continuing an interrupted run of this command: {{done}} of {{total}} were done',
    again: 'run the same command again to continue; nothing is done twice',
    left: {
      one: '{{count}} left or failed, with the reason: {{path}}',
      other: '{{count}} left or failed, with the reasons: {{path}}',
    },
    notSent: 'not begun',
    unsettled: 'begun, and may have been done',
    running: '{{what}} is being run by another process (pid {{pid}})',
    runningHint: 'tocsin imports list shows how far it is',
  },
  {
    resumed: 'uma execução deste comando foi interrompida: ela continua, {{done}} de {{total}} já estavam feitos',
    again: 'rode o mesmo comando de novo para continuar; nada é feito duas vezes',
    left: {
      one: '{{count}} por fazer ou com falha, com o motivo: {{path}}',
      other: '{{count}} por fazer ou com falha, com os motivos: {{path}}',
    },
    notSent: 'não começado',
    unsettled: 'começado, e pode ter sido feito',
    running: '{{what}} está em andamento em outro processo (pid {{pid}})',
    runningHint: 'tocsin imports list mostra até onde ele chegou',
  },
)
