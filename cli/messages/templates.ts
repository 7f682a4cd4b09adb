import { words } from './words'

/** The words of `tocsin templates`, beyond the resource's own. */
export const templates = words(
  {
    use: 'Create an app from a template',
    name: 'Name of the app',
    project: 'Project of the app',
    client: 'Client of the app; without it that of the project',
    description: 'Description of the app',
    nickname: 'Name of the app on phones, instead of that of the template',
    link: 'or a link from share',
    share: 'Print a link that shows a template to anybody who is signed in',
    works: 'The link works for 7 days. Anyone who is signed in can see and use {{name}} with it.',
  },
  {
    use: 'Criar um app a partir de um modelo',
    name: 'Nome do app',
    project: 'Projeto do app',
    client: 'Cliente do app; sem ele, o do projeto',
    description: 'Descrição do app',
    nickname: 'Nome do app nos celulares, em vez do nome do modelo',
    link: 'ou um link de share',
    share: 'Imprimir um link que mostra um modelo a qualquer pessoa com acesso',
    works: 'O link vale por 7 dias. Com ele, qualquer pessoa com acesso pode ver e usar {{name}}.',
  },
)
