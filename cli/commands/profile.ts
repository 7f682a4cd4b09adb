import { MFA_METHODS } from '@tocsin/core/base/constants'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { profile as words } from '../messages/profile'

/** Adds `tocsin profile`: the user's own name, password and MFA. The code of a command is loaded when it runs. */
export function addProfile(context: Context, root: LocalizedCommand): void {
  context.addWords('profile', words)
  const { t } = context
  const profile = root.child('profile', t('cli.commands.profile'), ['tocsin profile get', 'tocsin profile mfa status'])
  const text = `<${t('cli.help.types.text')}>`
  const loadRecord = () => import('./profile-record')

  profile
    .child('get', t('cli.profile.get'), ['tocsin profile get', 'tocsin profile get --account=root --json=username'])
    .handler(async () => (await loadRecord()).get(context))
  profile
    .child('update', t('cli.profile.update'), ['tocsin profile update --name="Ana Lima"'])
    .changes()
    .option(`--name ${text}`, t('cli.profile.name'))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async (_, flags) => (await loadRecord()).update(context, flags))
  profile
    .child('password', t('cli.profile.password'), [
      'tocsin profile password --old-password-stdin --password-stdin < passwords.txt',
    ])
    .prints('nothing')
    .changes()
    .option('--old-password-stdin', t('cli.flags.old-password-stdin'))
    .option('--password-stdin', t('cli.profile.newPasswordStdin'))
    .handler(async (_, flags) => (await loadRecord()).changePassword(context, flags))
  addMfa(context, profile)
}

function addMfa(context: Context, profile: LocalizedCommand): void {
  const { t } = context
  const loadSteps = () => import('./profile-mfa')
  const mfa = profile.child('mfa', t('cli.profile.mfa'), ['tocsin profile mfa status'])
  const step = (name: string, example: string) => mfa.child(name, t(`cli.profile.${name}`), [example])
  /** Adds a step with `--password-stdin`, for use without a set-up that was begun. */
  const stepWithPassword = (name: string, example: string) => {
    const command = step(name, example)
      .prints('nothing')
      .changes()
      .option('--password-stdin', t('cli.flags.password-stdin'))
    command.choices['<method>'] = MFA_METHODS
    return command
  }
  const methodArgument = MFA_METHODS.join(' | ')

  step('status', 'tocsin profile mfa status').handler(async () => (await loadSteps()).status(context))
  stepWithPassword('authorize', 'tocsin profile mfa authorize --password-stdin < password.txt').handler(
    async (_, flags) => (await loadSteps()).authorize(context, flags),
  )
  stepWithPassword('add', 'tocsin profile mfa add phone +5548999990000')
    .argument('[method]', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .handler(async ([method, address], flags) => (await loadSteps()).add(context, method, address, flags))
  stepWithPassword('send-code', 'tocsin profile mfa send-code phone +5548999990000')
    .argument('<method>', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .handler(async ([method, address], flags) => (await loadSteps()).sendCode(context, method, address, flags))
  stepWithPassword('verify', 'tocsin profile mfa verify phone +5548999990000 --code=$CODE')
    .argument('<method>', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .option(`--code <${t('cli.help.types.text')}>`, t('cli.profile.code'))
    .handler(async ([method, address], flags) => (await loadSteps()).verify(context, method, address, flags))
  stepWithPassword('enable', 'tocsin profile mfa enable phone')
    .argument('<method>', methodArgument)
    .handler(async ([method], flags) => (await loadSteps()).setMethodEnabled(context, method, true, flags))
  stepWithPassword('disable', 'tocsin profile mfa disable phone --yes')
    .argument('<method>', methodArgument)
    .handler(async ([method], flags) => (await loadSteps()).setMethodEnabled(context, method, false, flags))
}
