import { MFA_METHODS } from '@tocsin/core/base/constants'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { auth as words } from '../messages/auth'
import { referenceHelp } from '../reference-help'

/** `tocsin auth`: its commands, whose code is loaded when one is run. */
export function addAuth(context: Context, root: LocalizedCommand): void {
  context.addWords('auth', words)
  const { t } = context
  const auth = root.child('auth', t('cli.commands.auth'), [
    'tocsin auth login --username root --password-stdin < password.txt',
    'tocsin auth status --check',
  ])
  const add = (name: string, ...examples: string[]) => auth.child(name, t(`cli.auth.${name}`), examples)

  add('login', 'tocsin auth login --web', 'tocsin auth login --username root --password-stdin < password.txt')
    .changes()
    .prints('nothing')
    .option('--web', t('cli.auth.web'))
    .option(`--username <${t('cli.help.types.text')}>`, t('cli.auth.usernameHelp'))
    .option('--password-stdin', t('cli.flags.password-stdin'))
    .handler(async (_, flags) =>
      flags['web'] === true
        ? (await import('./sign-in-web')).loginByConsole(context, flags)
        : (await import('./sign-in')).login(context, flags),
    )
  const verify = add('verify', 'tocsin auth verify --mfa-token-stdin --code=$CODE < login.json')
    .changes()
    .prints('nothing')
    .option('--mfa-token-stdin', t('cli.auth.mfaTokenStdin'))
    .option(`--code <${t('cli.help.types.text')}>`, t('cli.auth.code'))
    .option(`--resend <${t('cli.help.types.text')}>`, t('cli.auth.resend'))
    .handler(async (_, flags) => (await import('./sign-in-code')).verify(context, flags))
  verify.choices['--resend'] = MFA_METHODS
  add('password-reset', 'tocsin auth password-reset --username=acme-mfa')
    .changes()
    .prints('nothing')
    .option(`--username <${t('cli.help.types.text')}>`, t('cli.auth.usernameHelp'))
    .option(`--code <${t('cli.help.types.text')}>`, t('cli.auth.code'))
    .option('--token-stdin', t('cli.auth.tokenStdin'))
    .option('--password-stdin', t('cli.auth.newPasswordStdin'))
    .handler(async (_, flags) => (await import('./password-reset')).passwordReset(context, flags))
  add(
    'first-root',
    'tocsin auth first-root --code=CODE --username root --name "Rute Raiz" --email root@example.org --password-stdin < password.txt',
  )
    .changes()
    .prints('nothing')
    .option(`--code <${t('cli.help.types.text')}>`, t('cli.auth.firstRootCode'))
    .option(`--username <${t('cli.help.types.text')}>`, t('cli.auth.usernameHelp'))
    .option(`--name <${t('cli.help.types.text')}>`, t('cli.auth.personNameFlag'))
    .option(`--email <${t('cli.help.types.text')}>`, t('cli.auth.email'))
    .option('--password-stdin', t('cli.flags.password-stdin'))
    .handler(async (_, flags) => (await import('./sign-in')).firstRoot(context, flags))
  add('logout', 'tocsin auth logout')
    .changes()
    .prints('nothing')
    .option('--all', t('cli.auth.allAccounts'))
    .handler(async (_, flags) => (await import('./sign-in')).logout(context, flags['all'] === true))
  add('list', 'tocsin auth list')
    .prints('figures')
    .handler(async () => (await import('./accounts')).list(context))
  add('switch', 'tocsin auth switch acme-admin')
    .prints('nothing')
    .argument('[account]', t('cli.auth.account'))
    .handler(async ([account]) => (await import('./accounts')).switchTo(context, account))
  add('status', 'tocsin auth status', 'tocsin auth status --check')
    .prints('figures')
    .option('--check', t('cli.auth.check'))
    .handler(async (_, flags) => (await import('./accounts')).status(context, flags['check'] === true))
  add('token', 'tocsin auth token')
    .prints('secret')
    .handler(async () => (await import('./accounts')).token(context))
  addSessions(context, auth)
  add('link', 'tocsin auth link acme-admin')
    .changes()
    .prints('secret')
    .argument('<user>', referenceHelp(context, 'users'))
    .handler(async ([user]) => (await import('./sign-in-link')).printSignInLink(context, user as string))
  add('refresh', 'tocsin auth refresh')
    .changes()
    .handler(async () => (await import('./accounts')).refresh(context))
}

function addSessions(context: Context, auth: LocalizedCommand): void {
  const { t } = context
  const own = () => import('./own-sessions')
  const sessions = auth
    .child('sessions', t('cli.auth.sessions'), ['tocsin auth sessions', 'tocsin auth sessions --json'])
    .handler(async () => (await own()).list(context))
  sessions
    .child('end', t('cli.auth.endSessions'), [
      'tocsin auth sessions end ece38c2e',
      'tocsin auth sessions end --others --password-stdin < password.txt',
    ])
    .prints('nothing')
    .changes()
    .argument('[session]', t('cli.auth.session'))
    .option('--others', t('cli.auth.others'))
    .option('--password-stdin', t('cli.flags.password-stdin'))
    .handler(async (args, flags) => (await own()).end(context, args[0], flags))
}
