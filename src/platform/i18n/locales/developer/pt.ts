/** The pages for developers, in Portuguese. */
export const developer = {
  'page.link.developer': 'Para programadores',
  'page.link.application_overview': 'Resumo',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Pedidos',
  'page.link.newer': 'Mais recentes',
  'page.link.older': 'Mais antigos',
  'page.title.developer': 'As suas aplicações',
  'page.text.developer': 'As aplicações que registou. Só você as vê e as altera aqui.',
  'page.text.developer_none':
    'Ainda não registou nenhuma aplicação. Registe uma para que os utilizadores iniciem sessão ou para ler eventos e anúncios.',
  'page.text.developer_most':
    'Tem {max} aplicações, o máximo possível. Elimine uma para registar outra.',
  'page.button.register': 'Registar uma aplicação',
  'page.text.types': 'Escolha onde a sua aplicação é executada.',
  'page.name.type_web': 'Aplicação web',
  'page.name.type_spa': 'Aplicação de página única',
  'page.name.type_native': 'Aplicação nativa',
  'page.name.type_server': 'Aplicação de servidor',
  'page.text.type_web':
    'É executada no seu servidor e inicia a sessão dos utilizadores. Guarda um segredo.',
  'page.text.type_spa':
    'É executada no navegador e inicia a sessão dos utilizadores. Não consegue guardar um segredo, por isso não recebe nenhum.',
  'page.text.type_native':
    'É executada em telemóveis ou computadores e inicia a sessão dos utilizadores. Não consegue guardar um segredo, por isso não recebe nenhum.',
  'page.text.type_server':
    'É executada no seu servidor sem utilizadores. Lê eventos e anúncios, mas nenhum dado de utilizadores.',
  'page.title.register_web': 'Registar uma aplicação web',
  'page.title.register_spa': 'Registar uma aplicação de página única',
  'page.title.register_native': 'Registar uma aplicação nativa',
  'page.title.register_server': 'Registar uma aplicação de servidor',
  'page.title.application_edit': 'Editar {name}',
  'page.label.type': 'Tipo',
  'page.label.client_id': 'ID de cliente',
  'page.label.application_name': 'Nome',
  'page.hint.application_name': 'Os utilizadores veem este nome ao iniciar sessão.',
  'page.label.redirect_uris': 'Endereços de redirecionamento',
  'page.label.redirect_uri': 'Endereço de redirecionamento',
  'page.hint.redirect_uris':
    'Os endereços a que os utilizadores regressam depois de iniciar sessão, um por linha. Cada um tem de ser um endereço HTTPS e é comparado exatamente.',
  'page.hint.redirect_uris_native':
    'Os endereços a que os utilizadores regressam depois de iniciar sessão, um por linha: um endereço HTTPS, um endereço no mesmo dispositivo ou um esquema do seu domínio como com.example.app.',
  'page.label.post_logout_redirect_uris': 'Endereços após terminar sessão',
  'page.label.post_logout_redirect_uri': 'Endereço após terminar sessão',
  'page.hint.post_logout_redirect_uris':
    'Os endereços para os quais os utilizadores podem regressar após terminarem sessão, um por linha.',
  'page.label.scopes': 'O que a aplicação pode fazer',
  'page.text.scopes_narrower':
    'Se retirar uma permissão, todos os tokens da aplicação terminam e os seus utilizadores voltam a iniciar sessão.',
  'page.name.disabled': 'Desativada',
  'page.name.application': 'Sobre a aplicação',
  'page.label.registered': 'Registada',
  'page.name.secrets': 'Segredos',
  'page.name.secret_current': 'Segredo atual',
  'page.name.secret_former': 'Segredo anterior',
  'page.label.created': 'Criação',
  'page.label.ends': 'Fim',
  'page.button.secret_rotate': 'Criar um novo segredo',
  'page.button.secret_withdraw': 'Revogar o segredo anterior',
  'page.name.try': 'Experimentar',
  'page.text.try':
    'Cole estas linhas num terminal ou no seu programa. Substitua o que está em maiúsculas.',
  'page.name.try_own': 'Obter o token da própria aplicação',
  'page.name.try_authorize': 'Mostrar o endereço em que um utilizador inicia sessão, e abri-lo',
  'page.name.try_exchange': 'No mesmo terminal, trocar o código do endereço do navegador',
  'page.name.try_use': 'Ler o utilizador',
  'page.name.try_client': 'Num programa',
  'page.name.application_end': 'Desativar ou eliminar',
  'page.button.application_enable': 'Ativar a aplicação',
  'page.button.application_disable': 'Desativar a aplicação',
  'page.button.application_delete': 'Eliminar a aplicação',
  'page.title.act_rotate': 'Um novo segredo para {name}?',
  'page.title.act_withdraw': 'Revogar o segredo anterior de {name}?',
  'page.title.act_disable': 'Desativar {name}?',
  'page.title.act_delete': 'Eliminar {name}?',
  'page.text.act_rotate':
    'O segredo atual funciona mais um dia, para que o possa substituir em todo o lado. Um segredo substituído antes termina agora.',
  'page.text.act_withdraw':
    'Os programas que ainda usam o segredo anterior deixam de obter tokens. O segredo atual mantém-se.',
  'page.text.act_disable':
    'Todos os tokens de {name} terminam e ninguém pode iniciar sessão nela. Pode voltar a ativá-la.',
  'page.text.act_delete':
    'Todos os utilizadores perdem a ligação a {name}. Os seus segredos, tokens e webhooks são eliminados. Esta ação não pode ser anulada.',
  'page.text.application_registered': 'A aplicação foi registada.',
  'page.text.application_saved': 'A aplicação foi guardada.',
  'page.text.application_narrowed':
    'A aplicação foi guardada. Perdeu uma permissão, por isso todos os seus tokens terminaram.',
  'page.text.application_disabled_now':
    'A aplicação está desativada. Todos os seus tokens terminaram.',
  'page.text.application_enabled': 'A aplicação está ativada. Os seus segredos voltam a funcionar.',
  'page.text.application_deleted': 'A aplicação foi eliminada.',
  'page.title.application_disabled': 'Esta aplicação está desativada',
  'page.text.application_disabled':
    'Um operador desativou esta aplicação, por isso não pode ser alterada aqui. Contacte a equipa de apoio.',
  'page.text.application_disabled_with_owner':
    'Esta aplicação foi desativada porque a sua conta foi desativada ou já não é uma conta de programador. Não pode ser alterada aqui. Contacte a equipa de apoio.',
  'page.text.secret_withdrawn': 'O segredo anterior já não funciona.',
  'page.text.secret_once':
    'Este é o segredo da aplicação. Só é mostrado agora: guarde-o num lugar seguro.',
  'page.link.secret_kept': 'Continuar para a aplicação',
  'page.title.registered': '{name} está pronta',
  'page.title.secret': 'Um novo segredo para {name}',
  'page.title.not_a_developer': 'Estas páginas são para programadores',
  'page.text.not_a_developer':
    'A sua conta não pode registar aplicações. Peça à equipa de apoio que o admita como programador.',
  'page.text.webhooks':
    'Os webhooks que esta aplicação criou para os seus utilizadores. São mostrados sem os utilizadores.',
  'page.text.webhooks_none':
    'Esta aplicação não tem webhooks. Pode criá-los para os seus utilizadores se puder alterar webhooks.',
  'page.label.url': 'Endereço',
  'page.label.topics': 'Assuntos',
  'page.label.waiting': 'Entregas em espera',
  'page.name.webhook_owner': 'Desligado',
  'page.name.webhook_gone': 'O destinatário já não existe (410)',
  'page.name.webhook_failing': 'O destinatário falhou durante dias ou ficou muito atrasado',
  'page.name.webhook_not_allowed': 'A aplicação ou o utilizador está desativado',
  'page.name.deliveries': 'Entregas',
  'page.text.deliveries':
    'O que foi enviado nos últimos sete dias, do mais recente ao mais antigo.',
  'page.text.deliveries_none':
    'Nada foi enviado nos últimos sete dias. Envie um ping para experimentar o destinatário.',
  'page.name.delivery_waiting': 'Em espera',
  'page.name.delivery_delivered': 'Entregue',
  'page.label.number': 'Número',
  'page.label.time': 'Hora',
  'page.label.attempts': 'Tentativas',
  'page.label.result': 'Último resultado',
  'page.label.redeliver': 'Enviar de novo a entrega {number}',
  'page.button.ping': 'Enviar um ping',
  'page.button.redeliver': 'Enviar de novo',
  'page.text.pinged': 'Um ping será enviado dentro de momentos.',
  'page.text.redelivered': 'A entrega será enviada de novo dentro de momentos.',
  'page.text.webhook_off':
    'O webhook está desligado, por isso nada foi enviado. A aplicação pode voltar a ligá-lo.',
  'application.name': 'Tem de ter de 1 a {max} caracteres, sem caracteres de controlo.',
  'application.name.letters': 'Tem de conter letras ou algarismos.',
  'application.name.service':
    'Não pode parecer {service}. Escolha um nome que diga quem gere a aplicação.',
  'application.name.taken': 'Outra aplicação tem este nome. Escolha um diferente.',
  'application.name.script':
    'Só pode ter letras de um alfabeto, por exemplo latino ou cirílico. O japonês, o coreano e o chinês podem misturar-se com letras latinas.',
  'application.redirect_uri.malformed':
    '“{uri}” não é um endereço de redirecionamento válido. Tem de ser absoluto, sem fragmento e sem credenciais.',
  'application.redirect_uri.pattern':
    '“{uri}” não pode conter caracteres universais. Indique cada endereço.',
  'application.redirect_uri.https':
    '“{uri}” tem de ser um endereço HTTPS, ou um endereço HTTP em localhost.',
  'application.redirect_uri.native':
    '“{uri}” tem de ser um endereço HTTPS, um endereço HTTP em localhost, ou ter um esquema com um ponto como com.example.app.',
  'application.redirect_uri.loopback':
    '“{uri}” leva ao dispositivo do utilizador. Escreva http em vez de https.',
  'application.redirect_uris.missing': 'Introduza pelo menos um endereço.',
  'application.redirect_uris.server':
    'Uma aplicação de servidor não tem endereços de redirecionamento.',
  'application.redirect_uris.most': 'Introduza no máximo {max} endereços.',
  'application.redirect_uris.long': 'Cada endereço pode ter no máximo {max} caracteres.',
  'application.redirect_uris.service':
    '“{uri}” é um endereço deste serviço. Tem de ser um endereço da sua aplicação.',
  'application.redirect_uris.loopback':
    '“{uri}” leva ao dispositivo do utilizador. Só as aplicações nativas o podem usar.',
  'application.scopes': 'Escolha pelo menos uma.',
  'page.hint.application_link': 'Um endereço HTTPS que os utilizadores veem ao iniciar sessão.',
  'page.text.consent_developer':
    '{service} não gere {application}. Foi registada por um programador e leva a {host}.',
  'page.text.requests':
    'Pedidos do último dia, do mais recente ao mais antigo. Nada aqui diz quem era o utilizador.',
  'page.text.requests_none':
    'Nenhum pedido no último dia. Um novo pedido aparece aqui ao fim de um segundo.',
  'page.text.requests_off': 'O registo de pedidos está desligado.',
  'page.text.requests_omitted': 'Não são mostrados mais {count} pedidos deste momento.',
  'page.link.requests_all': 'Todos os pedidos',
  'page.link.requests_failed': 'Só recusados e falhados',
  'page.label.operation': 'Operação',
  'page.label.status': 'Estado',
  'page.label.request_id': 'ID do pedido',
  'page.activity.application.created': 'Aplicação registada',
  'page.activity.application.updated': 'Aplicação alterada',
  'page.activity.application.secret_rotated': 'Novo segredo de uma aplicação criado',
  'page.activity.application.secret_withdrawn': 'Segredo anterior de uma aplicação revogado',
  'page.activity.application.disabled': 'Aplicação desativada',
  'page.activity.application.enabled': 'Aplicação ativada',
  'page.activity.application.deleted': 'Aplicação eliminada',
  'page.activity.webhook.pinged': 'Ping enviado a um webhook',
  'page.activity.webhook.redelivered': 'Entrega de um webhook enviada de novo',
  'page.title.application_logo': 'Logótipo de {name}',
  'page.label.logo': 'Logótipo',
  'page.hint.logo':
    'Uma imagem PNG ou WebP, com {min} a {max} píxeis de largura e de altura e no máximo {kib} KiB. Os utilizadores veem-na quando autorizam a aplicação.',
  'page.button.logo': 'Alterar o logótipo',
  'page.button.logo_remove': 'Remover o logótipo',
  'page.text.logo_saved': 'O logótipo foi guardado.',
  'page.text.logo_removed': 'O logótipo foi removido.',
} as const
