import { MFA_METHODS } from '@tocsin/core/base/constants'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { profile as words } from '../messages/profile'

/** `tocsin profile`: the signed-in user and the proof of their identity; the code is loaded when a command is run. */
export function addProfile(context: Context, root: LocalizedCommand): void {
  context.addWords('profile', words)
  const { t } = context
  const profile = root.child('profile', t('cli.commands.profile'), [])
  const text = `<${t('cli.help.types.text')}>`
  const record = () => import('./profile-record')

  profile
    .child('get', t('cli.profile.get'), ['tocsin profile get', 'tocsin profile get --account=root --json=username'])
    .handler(async () => (await record()).get(context))
  profile
    .child('update', t('cli.profile.update'), ['tocsin profile update --name="Ana Lima"'])
    .option(`--name ${text}`, t('cli.profile.name'))
    .handler(async (_, flags) => (await record()).update(context, flags))
  profile
    .child('password', t('cli.profile.password'), [
      'tocsin profile password --old-password-stdin --password-stdin < passwords.txt',
    ])
    .option('--old-password-stdin', t('cli.flags.old-password-stdin'))
    .option('--password-stdin', t('cli.profile.newPasswordStdin'))
    .handler(async (_, flags) => (await record()).changePassword(context, flags))
  addMfa(context, profile)
}

function addMfa(context: Context, profile: LocalizedCommand): void {
  const { t } = context
  const steps = () => import('./profile-mfa')
  const mfa = profile.child('mfa', t('cli.profile.mfa'), [])
  const step = (name: string, example: string) => mfa.child(name, t(`cli.profile.${name}`), [example])
  /** Makes a command that takes the password itself if no set-up was begun. */
  const underPassword = (name: string, example: string) =>
    step(name, example).option('--password-stdin', t('cli.flags.password-stdin'))
  const methodArgument = MFA_METHODS.join(' | ')

  step('status', 'tocsin profile mfa status').handler(async () => (await steps()).status(context))
  underPassword('authorize', 'tocsin profile mfa authorize --password-stdin < password.txt').handler(async (_, flags) =>
    (await steps()).authorize(context, flags),
  )
  underPassword('add', 'tocsin profile mfa add phone +5548999990000')
    .argument('[method]', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .handler(async ([method, address], flags) => (await steps()).add(context, method, address, flags))
  underPassword('send-code', 'tocsin profile mfa send-code phone +5548999990000')
    .argument('<method>', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .handler(async ([method, address], flags) => (await steps()).sendCode(context, method, address, flags))
  underPassword('verify', 'tocsin profile mfa verify phone +5548999990000 --code=$CODE')
    .argument('<method>', methodArgument)
    .argument('[address]', t('cli.profile.address'))
    .option(`--code <${t('cli.help.types.text')}>`, t('cli.profile.code'))
    .handler(async ([method, address], flags) => (await steps()).verify(context, method, address, flags))
  underPassword('enable', 'tocsin profile mfa enable phone')
    .argument('<method>', methodArgument)
    .handler(async ([method], flags) => (await steps()).select(context, method, false, flags))
  underPassword('disable', 'tocsin profile mfa disable phone --yes')
    .argument('<method>', methodArgument)
    .handler(async ([method], flags) => (await steps()).select(context, method, true, flags))
}
