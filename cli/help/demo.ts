/**
 * The examples of resources, by the words that call them, with the data of the demo. A test runs them as root, those of a
 * resource one after the other; one that is not here is made of its declaration.
 */
export const DEMO: Readonly<Record<string, readonly string[]>> = {
  clients: ["clients list --where 'locked=true' -o json", 'clients get Acme --fields=id,config.minAppVersion'],
  'clients get': ['clients get Acme'],
  'clients create': [
    "clients create --name='Rede Ipê' --nickname=Ipê --manager.username=ipe-admin --manager.email=ana@example.org --manager.name='Ana Lima'",
  ],
  'clients update': ["clients update Vazia --name='Cidade Nova'"],
  'clients lock': ['clients lock Vazia --yes'],
  'clients unlock': ['clients unlock Borealis'],
  'clients activate': ['clients activate Ipê'],
  'clients deactivate': ['clients deactivate Ipê --yes'],

  projects: ['projects list --client=Acme -o json', 'projects list --client=Acme --show-deleted -o ids'],
  'projects get': ["projects get 'Escolas do interior'"],
  'projects create': ["projects create --name=Creches --description='Creches da rede' --client=Acme"],
  'projects update': ["projects update Creches --description='Creches e berçários'"],
  'projects delete': ['projects delete Creches --yes'],
  'projects restore': ["projects restore 'Piloto 2024'"],

  sites: [
    "sites list --client=Acme --where 'location.state=SP and active=true' -o json",
    "sites list --client=Acme --q='Zilda Flores' -o ids | tocsin sites set-app --app='Alerta Escolar' --ids-from -",
    'sites export --client=Acme > acme.csv',
  ],
  'sites list': [
    'sites list --client=Acme',
    'sites list --client=Acme --since 7d --fields=id,name,location.city -o csv',
  ],
  'sites get': ['sites get ACME-000001'],
  'sites create': ["sites create --name='Creche Ipê' --client=Acme --location.formatted='Rua das Flores, 10'"],
  'sites update': ["sites update ACME-000001 --reference-point='Ao lado da praça'"],
  'sites delete': ["sites delete 'Creche Ipê' --yes"],
  'sites activate': ['sites activate ACME-000050'],
  'sites deactivate': [
    'sites deactivate ACME-000002 ACME-000003 --yes',
    'sites list --client=Acme --project=default --q=Creche -o ids | tocsin sites deactivate --ids-from - --dry-run',
  ],
  'sites set-app': ["sites set-app ACME-000201 ACME-000202 --app='Alerta Escolar'"],
  'sites set-tag': ['sites set-tag ACME-000004 --tag=ACME-004'],
  'sites add-code': ['sites add-code ACME-000001'],

  teams: ['teams list --client=Acme -o json', 'teams list --client=Acme -o ids | tocsin teams activate --ids-from -'],
  'teams get': ['teams get EQ-2-1'],
  'teams create': [
    "teams create --name='Equipe Ipê' --client=Acme --location.formatted='Rua das Flores, 10' --timezone=America/Sao_Paulo",
  ],
  'teams update': ["teams update EQ-2-1 --reference-point='Base da zona norte'"],
  'teams delete': ["teams delete 'Equipe Ipê' --yes"],
  'teams activate': ['teams activate EQ-2-1'],
  'teams deactivate': ['teams deactivate EQ-2-2 EQ-2-3 --yes'],
  'teams set-app': ["teams set-app EQ-2-1 --app='Alerta Escolar'"],
  'teams set-tag': ['teams set-tag EQ-2-4 --tag=NORTE-4'],
  'teams add-code': ['teams add-code EQ-2-1'],

  users: ['users list --client=Acme -o json', 'users list --role=approver --fields=username,email -o csv'],
  'users get': ['users get acme-admin'],
  'users create': [
    "users create --name='Ana Lima' --username=ana --email=ana@example.org --role=admin --client=Acme --password-stdin < password.txt",
  ],
  'users update': ["users update ana --name='Ana Maria Lima'"],
  'users delete': ['users delete ana --yes'],
  'users activate': ['users activate acme-approver'],
  'users deactivate': ['users deactivate acme-approver --yes'],

  apps: [
    'apps list --client=Acme -o json',
    "apps diff 'Alerta Escolar'",
    "apps publish 'Alerta Escolar' --version-comment='Volta às aulas' --yes",
  ],
  'apps get': ["apps get 'Alerta Escolar'"],
  'apps create': ["apps create --name='Alerta Creche' --client=Acme --project=default"],
  'apps update': ["apps update 'Alerta Creche' --description='O app das creches'"],
  'apps delete': ["apps delete 'Alerta Creche' --confirm='Alerta Creche'"],
  'apps customize': ["apps customize 'Alerta Escolar' --config.header-color='#005EA2'"],
  'apps publish': ["apps publish 'Alerta Escolar' --version-comment='Cores novas' --yes"],
  'apps unpublish': ["apps unpublish 'Alerta Escolar' --yes"],

  'registration-codes': [
    'registration-codes list --client=Acme --mode=client -o json',
    'registration-codes create --client=Acme --count=3 -o ids > codes.txt',
  ],
  'registration-codes get': ['registration-codes get AB7K2Q'],
  'registration-codes create': ['registration-codes create --code=IPE123 --client=Acme'],
  'registration-codes update': ['registration-codes update IPE123 --config.auto-approve'],
  'registration-codes delete': ['registration-codes delete IPE123 --yes'],

  'monitoring-providers': ['monitoring-providers list --client=Acme --provider-type=webhook -o json'],
  'monitoring-providers get': ["monitoring-providers get 'Central tocsin'"],
  'monitoring-providers create': [
    "monitoring-providers create --name='Central Ipê' --email=ipe@example.org --client=tocsin --callback-url=https://ipe.example.org/alertas",
  ],
  'monitoring-providers update': ["monitoring-providers update 'Central Ipê' --email=plantao@example.org"],
  'monitoring-providers delete': ["monitoring-providers delete 'Central Ipê' --yes"],
  'monitoring-providers activate': ['monitoring-providers activate 4'],
  'monitoring-providers deactivate': ['monitoring-providers deactivate 4 --yes'],
  'monitoring-providers sync': ['monitoring-providers sync 3'],
  'monitoring-providers authenticate': ["monitoring-providers authenticate 'Central tocsin' --name=painel > token.txt"],
  'monitoring-providers revoke-token': ["monitoring-providers revoke-token 'Central tocsin' --name=painel --yes"],
  'monitoring-providers renew-secret': ['monitoring-providers renew-secret 3 --yes > secret.txt'],

  'license-comments': ['license-comments list --client=Acme --phase=contract -o json'],
  'license-comments get': ["license-comments get 'Contrato 2026'"],
  'license-comments create': [
    "license-comments create --title='Renovação 2027' --responsible='Célia Carteira' --client=Acme",
  ],
  'license-comments update': ["license-comments update 'Renovação 2027' --phase=price_proposal"],
  'license-comments delete': ["license-comments delete 'Renovação 2027' --yes"],
  'license-comments activate': ["license-comments activate 'Piloto em vinte escolas'"],
  'license-comments deactivate': ["license-comments deactivate 'Interior'"],

  'public-codes': ['public-codes list -o json'],
  'public-codes get': ['public-codes get BRASIL'],
  'public-codes create': ["public-codes create --code=ESCRJ1 --state=RJ --description='Escolas estaduais do Rio'"],
  'public-codes update': ["public-codes update ESCRJ1 --description='Escolas do Rio de Janeiro'"],
  'public-codes delete': ['public-codes delete ESCRJ1 --yes'],

  'registration-forms': ['registration-forms list --client=Acme -o json'],
  'registration-forms get': ['registration-forms get Visitantes'],
  'registration-forms create': [
    "registration-forms create --name='Cadastro de famílias' --client=Acme",
    'registration-forms create --data form.json --client=Acme --dry-run',
  ],
  'registration-forms update': ["registration-forms update 'Cadastro de famílias' --schema.title='Quem é a criança?'"],
  'registration-forms delete': ["registration-forms delete 'Cadastro de famílias' --yes"],

  'registration-handlers': ['registration-handlers list --client=Acme -o json'],
  'registration-handlers get': ['registration-handlers get Portaria'],
  'registration-handlers create': [
    'registration-handlers create --name=Secretaria --url=https://secretaria.example.org/cadastro --mode=site --client=Acme',
  ],
  'registration-handlers update': ['registration-handlers update Secretaria --mode=client'],
  'registration-handlers delete': ['registration-handlers delete Secretaria --yes'],
  'registration-handlers renew-secret': ['registration-handlers renew-secret Portaria --yes > secret.txt'],

  'registration-handlers-v2': ['registration-handlers-v2 list --client=Acme -o json'],
  'registration-handlers-v2 get': ['registration-handlers-v2 get Matrícula'],
  'registration-handlers-v2 create': [
    "registration-handlers-v2 create --name=Biometria --description='Confere a digital' --url=https://biometria.example.org/v2 --client=Acme",
  ],
  'registration-handlers-v2 update': ["registration-handlers-v2 update Biometria --description='Confere o rosto'"],
  'registration-handlers-v2 delete': ['registration-handlers-v2 delete Biometria --yes'],
  'registration-handlers-v2 renew-secret': ['registration-handlers-v2 renew-secret Matrícula --yes > secret.txt'],

  'registration-data-schemas': ['registration-data-schemas list --client=Acme -o json'],
  'registration-data-schemas get': ['registration-data-schemas get visitantes'],
  'registration-data-schemas create': ['registration-data-schemas create --content-id=alunos-2027 --client=Acme'],
  'registration-data-schemas update': ['registration-data-schemas update alunos-2027 --content-id=alunos'],
  'registration-data-schemas delete': ['registration-data-schemas delete alunos --yes'],

  'registration-data': [
    'registration-data list --registration-data-schema=professores-2026 -o json',
    'registration-data import registration-data.csv --client=Acme --content-id=visitantes --dry-run',
  ],

  terms: ["terms list --client=Acme --where 'active=true' -o json"],
  'terms get': ["terms get 'Termos do alerta'"],
  'terms create': ["terms create --title='Termos das creches' --content='<p>Em redação.</p>' --client=Acme"],
  'terms update': ["terms update 'Termos das creches' --content='<p>O alerta é para emergências.</p>'"],
  'terms delete': ["terms delete 'Termos das creches' --yes"],
  'terms publish': ["terms publish 'Termos do alerta, próxima versão' --yes"],
  'terms unpublish': ["terms unpublish 'Termos do alerta, próxima versão' --yes"],
  'terms activate': ["terms activate 'Termos do alerta de 2024'"],
  'terms deactivate': ["terms deactivate 'Termos do alerta de 2024' --yes"],

  documents: ['documents list -o json'],
  'documents get': ['documents get privacidade'],
  'documents create': ["documents create --name=contato --content='<p>contato@example.org</p>'"],
  'documents update': ["documents update contato --content='<p>ajuda@example.org</p>'"],
  'documents delete': ['documents delete contato --yes'],
  'documents publish': ['documents publish acessibilidade --yes'],
  'documents unpublish': ['documents unpublish acessibilidade --yes'],

  maps: [
    'maps list --client=Acme --status=pending -o json',
    'maps list --client=Acme --status=pending -o ids | tocsin maps approve --ids-from -',
  ],
  'maps get': ["maps get 'Mirtes Sabiá'"],
  'maps update': ["maps update 'Wagner Ipê' --role=manager"],
  'maps approve': ["maps approve 'Wagner Ipê' 'Yuri Jatobá'"],
  'maps deactivate': ["maps deactivate 'Zuleica Umbu' --yes"],
  'maps reactivate': ["maps reactivate 'Xênia Tatu'"],
  'maps toggle-role': ["maps toggle-role 'Kléber Caju'"],
  'maps token': ["maps token 'Mirtes Sabiá' > token.txt"],

  'mobile-users': ['mobile-users list --q=Mirtes -o json'],
  'mobile-users get': ["mobile-users get 'Mirtes Sabiá'"],
  'mobile-users reset-link': ["mobile-users reset-link 'Mirtes Sabiá'"],

  'audit-events': [
    'audit-events list --client=Acme --since 7d -o json',
    'audit-events list --noun=clients --fields=createdAt,username,verb -o csv',
  ],

  'app-versions': ["app-versions list --app='Alerta Escolar' -o json"],
  'app-versions unpublish': ['app-versions unpublish 3 --yes'],
  'app-versions reactivate': ['app-versions reactivate 2 --yes'],
  'app-versions continue': ['app-versions continue 1 --yes'],
  'app-versions take-back': ['app-versions take-back 1'],

  channels: [
    "channels list --app='Alerta Escolar' -o json",
    'channels copy 4 > channel.json',
    'channels paste 2 --name=Bombeiros --data=channel.json',
  ],
  'channels get': ['channels get 1'],
  'channels create': [
    "channels create --name='Defesa Civil' --app='Alerta Escolar' --client=Acme --channel-type=phone --config.phone=199",
  ],
  'channels update': ["channels update 'Defesa Civil' --label=199"],
  'channels delete': ["channels delete 'Defesa Civil' --yes"],
  'channels assign-providers': ["channels assign-providers 2 --providers='Portaria da Acme'"],

  templates: ['templates list --client=Acme -o json'],
  'templates get': ["templates get 'Escola municipal'"],
  'templates create': [
    "templates create --name=Creche --description='Emergência e avisos' --app='Alerta Escolar' --visibility=client --client=Acme",
  ],
  'templates update': ["templates update Creche --tags='creche, rede municipal'"],
  'templates delete': ['templates delete Creche --yes'],

  surveys: [
    'surveys list --client=Acme -o json',
    "survey-results export --survey='Simulado de evacuação' > results.csv",
  ],
  'surveys get': ["surveys get 'Simulado de evacuação'"],
  'surveys create': ["surveys create --name='Avaliação da merenda' --client=Acme"],
  'surveys update': ["surveys update 'Avaliação da merenda' --config.title='Como foi a merenda?'"],
  'surveys delete': ["surveys delete 'Avaliação da merenda' --yes"],
  'surveys activate': ["surveys activate 'Clima da escola'"],
  'surveys deactivate': ["surveys deactivate 'Clima da escola' --yes"],
  'surveys copy': ["surveys copy 'Clima da escola' --name='Clima da escola 2027'"],
  'surveys link': ["surveys link 'Simulado de evacuação'"],
  'surveys restore': ["surveys restore 'Avaliação da merenda'"],

  'broadcast-messages': ['broadcast-messages list --client=Acme -o json'],
  'broadcast-messages get': ['broadcast-messages get 2'],
  'broadcast-messages create': [
    "broadcast-messages create --text='A escola fecha às 15h.' --channel=7 --monitoring-provider=2",
  ],
  'broadcast-messages update': ['broadcast-messages update 3 --no-active'],
  'broadcast-messages test': ['broadcast-messages test 2 --channel=7'],
  'broadcast-messages approve': ['broadcast-messages approve 2 --yes'],
  'broadcast-messages activate': ['broadcast-messages activate 3'],
  'broadcast-messages deactivate': ['broadcast-messages deactivate 4'],

  'survey-results': [
    "survey-results list --survey='Simulado de evacuação' -o json",
    "survey-results export --survey='Simulado de evacuação' > results.csv",
  ],

  alerts: ['alerts list --client=Acme --open -o json', 'alerts watch --priority --no-test --for=2s -o json'],
  'alerts hand-on': ["alerts hand-on 1 --monitoring-provider='Segurança 24 horas'"],
  'alerts note': ["alerts note 1 --text='A portaria confirma.'"],
  'alerts notify': ["alerts notify 1 --text='A equipe está a caminho.'"],

  'alert-assignments': ['alert-assignments list --alert=1 -o json'],
  'alert-silences': ['alert-silences list --client=Acme -o json'],
  'alert-silences create': ["alert-silences create --client=Acme --reason='Teste das sirenes' --minutes=15"],
  'alert-silences end': ['alert-silences end 3'],
  'alert-deliveries': ['alert-deliveries list --alert=1 -o json'],
  'alert-histories': ['alert-histories list --alert=1 -o json'],
  blacklists: ['blacklists list --client=Acme -o json'],
  'monitoring-providers-channels': ['monitoring-providers-channels list --client=Acme -o json'],
  'monitoring-providers-users': ['monitoring-providers-users list --monitoring-provider-id=1 -o json'],
  'monitoring-providers-users get': ['monitoring-providers-users get 11'],

  tokens: ['tokens list -o json'],
  'tokens get': ["tokens get 'relatório noturno'"],
  'tokens create': ['tokens create --name=cron --can=sites:view,sites:update --expires=90d > token.txt'],
  'tokens revoke': ['tokens revoke cron --yes'],
}
