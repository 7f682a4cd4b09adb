import type { Entry } from '@tocsin/core/find/finder'

/** The palette's entries besides records: a title in either language, and a mark on those that destroy something. */
const TITLES = `
go:clients | Clients | Clientes
go:projects | Projects | Projetos
go:sites | Sites | Sites
go:teams | Teams | Equipes
go:users | Users | Usuários
go:apps | Apps | Apps
go:codes | Registration codes | Códigos de cadastro
go:history | Audit history | Histórico de auditoria
go:home | Home | Início
go:profile | My profile | Meu perfil
new:client | New client | Novo cliente
new:project | New project | Novo projeto
new:site | New site | Novo site
new:team | New team | Nova equipe
new:user | New user | Novo usuário
new:app | New app | Novo app
new:codes | Generate registration codes | Gerar códigos de cadastro
edit:client | Edit client | Editar cliente
edit:site | Edit site | Editar site
edit:team | Edit team | Editar equipe
edit:user | Edit user | Editar usuário
edit:app | Edit app | Editar app
on:client | Activate client | Ativar cliente
off:client | Deactivate client | Desativar cliente
lock:client | Lock client | Bloquear cliente
unlock:client | Unlock client | Desbloquear cliente
on:site | Activate site | Ativar site
off:site | Deactivate site | Desativar site
on:team | Activate team | Ativar equipe
off:team | Deactivate team | Desativar equipe
on:user | Activate user | Ativar usuário
off:user | Deactivate user | Desativar usuário
del:project | Delete project | Excluir projeto
del:site | Delete site | Excluir site
del:team | Delete team | Excluir equipe
del:user | Delete user | Excluir usuário
del:app | Delete app | Excluir app
del:code | Delete registration code | Excluir código de cadastro
publish:app | Publish app | Publicar app
unpublish:app | Unpublish app | Despublicar app
import:sites | Import sites | Importar sites
export:sites | Export sites | Exportar sites
import:teams | Import teams | Importar equipes
export:teams | Export teams | Exportar equipes
template:sites | Download the import template | Baixar o modelo de importação
switch:account | Switch account | Trocar de conta
switch:client | Switch client | Trocar de cliente
login:as | Sign in as another user | Entrar como outro usuário
sign:out | Sign out | Sair
password | Change password | Alterar senha
language:pt | Language: Portuguese | Idioma: português
language:en | Language: English | Idioma: inglês
theme:dark | Dark theme | Tema escuro
theme:light | Light theme | Tema claro
theme:blue | Blue theme | Tema azul
keys | Keys of this screen | Teclas desta tela
single:keys | Switch single keys on or off | Ligar ou desligar teclas simples
columns | Choose columns | Escolher colunas
refresh | Refresh the list | Atualizar a lista
inactive | Show inactive | Mostrar inativos
undo | Undo | Desfazer
copy:link | Copy link | Copiar link
copy:line | Copy command line | Copiar linha de comando
copy:ids | Copy ids | Copiar ids
action:mfa | Verification in two steps | Verificação em duas etapas
`

export const commands: Entry[] = TITLES.trim()
  .split('\n')
  .map((line) => {
    const [id = '', en = '', pt = ''] = line.split(' | ')
    return { id, titles: [en, pt], ...(/^(del|off|unpublish|lock)/.test(id) ? { destructive: true } : {}) }
  })
