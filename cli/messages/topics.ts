import { CHUNK_ROWS } from '@tocsin/core/import/chunks'
import { words } from './words'

/** The texts of `tocsin help <topic>`. */
export const topics = words(
  {
    words: 'a command, or one of: {{topics}}',
    'exit-codes': {
      title: 'Exit codes',
      about: 'Every command ends with one of these, and scripts may rely on them.',
      rows: {
        success: 'done; also a list without rows',
        error:
          'something unexpected, here, at the server or on the way, which the same command does not cure: a full disk, a wrong certificate, an unknown host, another server',
        usage:
          'the command line is wrong or names a file that cannot be opened, an answer is missing that nobody can be asked for, or it was not confirmed',
        invalid: 'the input is invalid, nothing was written',
        authentication: 'not signed in, expired, or a verification code is needed',
        forbidden: 'a permission is missing, or the client is locked',
        notFound: 'there is no such record',
        conflict: 'changed meanwhile, exists already, still in use, or the name is not unique',
        partial: 'done in part; what was not is told, or stands in a rejects file',
        temporary: 'the server does not answer or is busy, also after the repeats: run the same command again',
        pending: 'changes are pending, where a plan is asked for that says so',
        interrupted: 'Ctrl-C',
        terminated: 'SIGTERM',
      },
    },
    output: {
      title: 'Formats',
      about:
        'Data goes to stdout in one format, everything else to stderr. A terminal gets a table; a pipe gets TSV without a header, in which tab, line feed and backslash are written as \\t, \\n and \\\\. Points in time are ISO 8601 in UTC.',
      rows: {
        '-o table': 'aligned, cut to the width of the terminal, rules as sentences; one record as a field a line',
        '-o json':
          'a list as an array, one record as an object; a command that takes several records gives a list, also for one; every field, null where there is nothing; stderr is then a line of JSON for each note or error',
        '-o ndjson': 'one object a line; with --all it streams',
        '-o csv':
          'with a line of headings; a cell is quoted only where it must be; what a spreadsheet would run is guarded by an apostrophe',
        '-o tsv': 'one row a line, no headings unless --header asks for them',
        '-o ids': 'the ids, one a line; refused where there are none',
        '--fields a,b': 'these fields only; a dot leads into a group: location.city',
        '--header, --no-header':
          'with or without headings, in a table, CSV or TSV; those of one record as a table are the names beside its values',
        "--template '{id}: {name}'":
          'a line for each record, its values as in TSV; \\t and \\n are a tab and a line feed, \\\\ a backslash, a brace is written twice; the fields are those of --fields',
        TOCSIN_OUTPUT: 'the format where none is asked for',
      },
    },
    environment: {
      title: 'Variables',
      about:
        'A flag wins over the environment, the environment over .tocsin.json of the folder or above, that over your own settings (tocsin config).',
      rows: {
        TOCSIN_HOST:
          'the server, http://127.0.0.1:4000 unless given; https:// for any other machine; with its path, if it has one',
        TOCSIN_INSECURE_HTTP: '1 lets passwords and tokens go to another machine over http://',
        TOCSIN_CA: 'a file of certificates (PEM) to trust besides those of the system, as --ca',
        'HTTPS_PROXY, HTTP_PROXY':
          'the proxy on the way to https:// or http://, with its name and password if it asks for them; lower case wins; none for this machine',
        NO_PROXY: 'hosts that are reached without the proxy, with those below them, separated by commas; * is all',
        TOCSIN_TIMEOUT: 'how long the server may be silent, as --timeout',
        TOCSIN_RETRY: 'how often a read, or a write with a key, is repeated after a failure that may pass, as --retry',
        TOCSIN_ACCOUNT: 'the signed-in account to use',
        TOCSIN_TOKEN:
          'an access token; wins over every stored account and TOCSIN_ACCOUNT, is refused beside --account, is never stored',
        TOCSIN_CLIENT:
          'the client to work in where a line names none, by id or name; wins over tocsin use; empty for none',
        TOCSIN_PASSWORD: 'the password that a command asks for, also a new one',
        TOCSIN_OLD_PASSWORD: 'the current password, where a command asks for it and for a new one',
        TOCSIN_LOCALE: 'pt-BR or en-US; without it, LC_ALL, LC_MESSAGES and LANG count',
        TOCSIN_OUTPUT: 'the output format where none is asked for',
        TOCSIN_CONFIG_DIR: 'where accounts are kept; else $XDG_CONFIG_HOME/tocsin or ~/.config/tocsin',
        TOCSIN_TRACE: 'set to anything: an unexpected error tells where it came from',
        TOCSIN_NO_INPUT: '1 asks nothing, as --no-input; CI=true does the same',
        NO_COLOR: 'set to anything: no colours',
        FORCE_COLOR: 'set to anything but 0: colours also in a pipe; NO_COLOR wins over it',
      },
    },
    import: {
      title: 'How an import goes',
      about: 'tocsin sites import FILE --client NAME reads the file, asks the server for a plan, and writes it.',
      rows: {
        read: 'encoding, delimiter and columns are recognised and told; an .xlsx or .gz is refused',
        check: 'every row is checked; a bad one is named with its line and column',
        plan: 'the server plans the import and writes nothing: what it says is what will happen; --dry-run stops here',
        write: `chunks of ${CHUNK_ROWS} rows, each all or nothing; on a terminal it asks first`,
        again: 'a run that was interrupted goes on when the same command is run again; nothing is written twice',
        '--mode': 'create leaves existing rows alone; upsert changes them',
        '--on-error': 'stop writes nothing while any row is bad (exit 3); skip writes the good ones (exit 8)',
        '--max-errors': 'writes the good rows if no more than so many are bad, else nothing (exit 3)',
        '--atomic': 'writes all rows in one transaction, or none; the file has a bound',
        rejects:
          'bad rows of NAME.csv stand in NAME.rejects.csv as they were, with what is wrong: fix it and import it',
      },
    },
  },
  {
    words: 'um comando, ou um destes: {{topics}}',
    'exit-codes': {
      title: 'Códigos de saída',
      about: 'Todo comando termina com um destes, e scripts podem contar com eles.',
      rows: {
        success: 'feito; também uma lista sem linhas',
        error:
          'algo inesperado, aqui, no servidor ou no caminho, que o mesmo comando não cura: um disco cheio, um certificado errado, uma máquina desconhecida, outro servidor',
        usage:
          'a linha de comando está errada ou indica um arquivo que não pode ser aberto, falta uma resposta que não se pode perguntar, ou não se confirmou',
        invalid: 'a entrada é inválida, nada foi gravado',
        authentication: 'não conectado, expirado, ou é preciso um código de verificação',
        forbidden: 'falta uma permissão, ou o cliente está bloqueado',
        notFound: 'não existe esse registro',
        conflict: 'alterado nesse meio-tempo, já existe, ainda em uso, ou o nome não é único',
        partial: 'feito em parte; o que não foi é dito, ou está num arquivo de rejeitados',
        temporary: 'o servidor não responde ou está ocupado, mesmo após as repetições: rode o mesmo comando de novo',
        pending: 'há alterações pendentes, onde se pede um plano que diga isso',
        interrupted: 'Ctrl-C',
        terminated: 'SIGTERM',
      },
    },
    output: {
      title: 'Formatos',
      about:
        'Dados vão para stdout num só formato, todo o resto para stderr. Um terminal recebe uma tabela; um pipe recebe TSV sem cabeçalho, em que tabulação, fim de linha e barra invertida são escritos \\t, \\n e \\\\. Instantes são ISO 8601 em UTC.',
      rows: {
        '-o table':
          'alinhado, cortado na largura do terminal, regras como frases; um só registro com um campo por linha',
        '-o json':
          'uma lista como array, um registro como objeto; um comando que aceita vários registros dá uma lista, mesmo para um; todos os campos, null onde não há nada; stderr traz então uma linha de JSON por aviso ou erro',
        '-o ndjson': 'um objeto por linha; com --all flui aos poucos',
        '-o csv':
          'com cabeçalho; uma célula só tem aspas onde precisa; o que uma planilha executaria é guardado por um apóstrofo',
        '-o tsv': 'uma linha por registro, sem cabeçalho se --header não o pede',
        '-o ids': 'os ids, um por linha; recusado onde não há',
        '--fields a,b': 'só estes campos; um ponto entra num grupo: location.city',
        '--header, --no-header':
          'com ou sem cabeçalho, em tabela, CSV ou TSV; o de um só registro em tabela são os nomes ao lado dos valores',
        "--template '{id}: {name}'":
          'uma linha por registro, com os valores como em TSV; \\t e \\n são tabulação e fim de linha, \\\\ uma barra invertida, uma chave se escreve duas vezes; os campos são os de --fields',
        TOCSIN_OUTPUT: 'o formato onde nenhum é pedido',
      },
    },
    environment: {
      title: 'Variáveis',
      about:
        'Uma opção vence o ambiente, o ambiente o .tocsin.json da pasta ou acima, e este as suas configurações (tocsin config).',
      rows: {
        TOCSIN_HOST:
          'o servidor, http://127.0.0.1:4000 se não informado; https:// para qualquer outra máquina; com o caminho, se tiver um',
        TOCSIN_INSECURE_HTTP: '1 deixa senhas e tokens irem a outra máquina por http://',
        TOCSIN_CA: 'um arquivo de certificados (PEM) em que confiar além dos do sistema, como --ca',
        'HTTPS_PROXY, HTTP_PROXY':
          'o proxy no caminho para https:// ou http://, com nome e senha se ele os pede; minúsculas vencem; nenhum para esta máquina',
        NO_PROXY: 'máquinas alcançadas sem o proxy, com as que ficam abaixo delas, separadas por vírgulas; * é todas',
        TOCSIN_TIMEOUT: 'por quanto tempo o servidor pode calar, como --timeout',
        TOCSIN_RETRY:
          'quantas vezes se repete uma leitura, ou uma gravação com chave, após uma falha que pode passar, como --retry',
        TOCSIN_ACCOUNT: 'a conta conectada a usar',
        TOCSIN_TOKEN:
          'um token de acesso; vence todas as contas guardadas e TOCSIN_ACCOUNT, é recusado junto com --account, nunca é guardado',
        TOCSIN_CLIENT:
          'o cliente em que trabalhar quando a linha não indica um, por id ou nome; prevalece sobre tocsin use; vazio para nenhum',
        TOCSIN_PASSWORD: 'a senha que um comando pede, também uma nova',
        TOCSIN_OLD_PASSWORD: 'a senha atual, quando um comando pede a atual e uma nova',
        TOCSIN_LOCALE: 'pt-BR ou en-US; sem ele, valem LC_ALL, LC_MESSAGES e LANG',
        TOCSIN_OUTPUT: 'o formato de saída onde nenhum é pedido',
        TOCSIN_CONFIG_DIR: 'onde as contas ficam; senão $XDG_CONFIG_HOME/tocsin ou ~/.config/tocsin',
        TOCSIN_TRACE: 'definido com qualquer valor: um erro inesperado diz de onde veio',
        TOCSIN_NO_INPUT: '1 não pergunta nada, como --no-input; CI=true faz o mesmo',
        NO_COLOR: 'definido com qualquer valor: sem cores',
        FORCE_COLOR: 'definido com qualquer valor menos 0: cores também num pipe; NO_COLOR vence',
      },
    },
    import: {
      title: 'Como corre uma importação',
      about: 'tocsin sites import ARQUIVO --client NOME lê o arquivo, pede um plano ao servidor e o grava.',
      rows: {
        read: 'codificação, delimitador e colunas são reconhecidos e ditos; .xlsx ou .gz é recusado',
        check: 'cada linha é verificada; uma ruim é apontada com linha e coluna',
        plan: 'o servidor planeja a importação e nada grava: o que ele diz é o que vai acontecer; --dry-run para aqui',
        write: `blocos de ${CHUNK_ROWS} linhas, cada um tudo ou nada; num terminal pergunta antes`,
        again:
          'uma importação interrompida continua quando o mesmo comando é rodado de novo; nada é gravado duas vezes',
        '--mode': 'create não toca em linhas existentes; upsert as altera',
        '--on-error': 'stop não grava nada enquanto houver linha com erro (saída 3); skip grava as boas (saída 8)',
        '--max-errors': 'grava as boas se não houver mais que tantas ruins; senão, nada (sai com 3)',
        '--atomic': 'grava todas numa só transação, ou nenhuma; o arquivo tem um limite',
        rejects:
          'linhas com erro de NOME.csv ficam em NOME.rejects.csv como eram, com o que está errado: corrija e importe',
      },
    },
  },
)
