import { inBothLanguages } from './both-languages'

/** Refusals of codes and passwords, and of whoever asks too often. */
export const proofWords = inBothLanguages(
  {
    /** Reasons for which a code is refused, other than that it is not valid. */
    verification: {
      late: 'The code has expired. Ask for a new one.',
      used: 'The code was used already. Sign in again.',
      spent: 'Too many wrong codes. Ask for a new one.',
      firstRoot:
        'The code is not the one in the terminal of the server, or its five minutes are over: start the server again for another one.',
      address: 'The code was sent to another address. Ask for one to this address.',
      proved: 'The code was used already. If the address is still not verified, ask for a new one.',
      noToken: 'Confirm your current password first.',
      tokenExpired: 'Too much time has passed since you confirmed your password. Confirm it again.',
    },
    /** Reasons for which a password is refused. */
    passwords: {
      common: 'This password is one of the first that anybody tries. Choose another one.',
      personal: 'The password must not hold your username or the name of this product. Choose another one.',
      wrong: 'The password is wrong. Type your current password.',
    },
    /** Refusals of actions that are limited in how often they may be done. */
    limits: {
      codes: 'So many codes were sent that the next one has to wait. Try again in {{seconds}} seconds.',
      resend: 'A code was just sent. Another one can be sent in {{seconds}} seconds.',
      password: 'Too many wrong passwords. Try again in {{seconds}} seconds.',
      reset: 'A new password was asked for too often. Try again in {{seconds}} seconds.',
      signIn: 'Too many failed sign-ins. Try again in {{seconds}} seconds.',
      registration: 'Too many registrations. Try again in {{seconds}} seconds.',
      answers: 'Too many answers were sent. Try again in {{seconds}} seconds.',
      alerts: 'So many alerts were sent that the next one has to wait. Try again in {{seconds}} seconds.',
      files: 'Too many files were sent. Try again in {{seconds}} seconds.',
      terminals: 'Too many terminals asked to be signed in. Try again in {{seconds}} seconds.',
      terminalCodes: 'Too many codes of terminals were entered. Try again in {{seconds}} seconds.',
      apiTokens: 'Too many wrong API tokens. Try again in {{seconds}} seconds.',
      broadcasts: 'Too many broadcast messages of this provider. Try again in {{seconds}} seconds.',
      notifications: 'Too many notifications about this alert. Try again in {{seconds}} seconds.',
      codeClashes: 'Too many of the codes you asked for already exist. Try again in {{seconds}} seconds.',
      switch: 'The method was just changed. It can be changed again in {{seconds}} seconds.',
    },
  },
  {
    verification: {
      late: 'O código expirou. Peça um novo.',
      used: 'O código já foi usado. Entre de novo.',
      spent: 'Códigos errados demais. Peça um novo.',
      firstRoot:
        'O código não é o que está no terminal do servidor, ou seus cinco minutos acabaram: reinicie o servidor para ter outro.',
      address: 'O código foi enviado para outro endereço. Peça um para este endereço.',
      proved: 'O código já foi usado. Se o endereço ainda não estiver verificado, peça um novo.',
      noToken: 'Confirme primeiro sua senha atual.',
      tokenExpired: 'Passou tempo demais desde que você confirmou sua senha. Confirme-a de novo.',
    },
    passwords: {
      common: 'Esta senha é uma das primeiras que qualquer um tenta. Escolha outra.',
      personal: 'A senha não pode conter seu nome de usuário nem o nome deste produto. Escolha outra.',
      wrong: 'A senha está incorreta. Digite sua senha atual.',
    },
    limits: {
      codes: 'Foram enviados tantos códigos que o próximo precisa esperar. Tente de novo em {{seconds}} segundos.',
      resend: 'Um código acabou de ser enviado. Outro pode ser enviado em {{seconds}} segundos.',
      password: 'Houve senhas erradas demais. Tente de novo em {{seconds}} segundos.',
      reset: 'Uma nova senha foi pedida vezes demais. Tente de novo em {{seconds}} segundos.',
      signIn: 'Houve falhas demais ao entrar. Tente de novo em {{seconds}} segundos.',
      registration: 'Houve cadastros demais. Tente de novo em {{seconds}} segundos.',
      answers: 'Foram enviadas respostas demais. Tente de novo em {{seconds}} segundos.',
      alerts: 'Foram enviados tantos alertas que o próximo precisa esperar. Tente de novo em {{seconds}} segundos.',
      files: 'Foram enviados arquivos demais. Tente de novo em {{seconds}} segundos.',
      terminals: 'Terminais demais pediram para entrar. Tente de novo em {{seconds}} segundos.',
      terminalCodes: 'Foram digitados códigos de terminal demais. Tente de novo em {{seconds}} segundos.',
      apiTokens: 'Houve tokens de API errados demais. Tente de novo em {{seconds}} segundos.',
      broadcasts: 'Este provedor enviou mensagens de transmissão demais. Tente de novo em {{seconds}} segundos.',
      notifications: 'Foram enviadas notificações demais sobre este alerta. Tente de novo em {{seconds}} segundos.',
      codeClashes: 'Muitos dos códigos que você pediu já existem. Tente de novo em {{seconds}} segundos.',
      switch: 'O método acabou de ser trocado. Ele pode ser trocado de novo em {{seconds}} segundos.',
    },
  },
)
