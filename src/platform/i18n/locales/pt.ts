import { merge } from '../merge.ts'
import { account } from './account/pt.ts'
import { developer } from './developer/pt.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/pt.ts'
import { operator } from './operator/pt.ts'
import { pages } from './pages/pt.ts'

/** Portuguese, in words and spellings that Portugal and Brazil share where they can. */
export const pt: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Este dado é obrigatório.',
  'rule.type.string': 'Deve ser um texto.',
  'rule.type.string_unquoted': 'Deve ser um texto, entre aspas.',
  'rule.type.boolean': 'Deve ser “true” ou “false”.',
  'rule.type.boolean_quoted': 'Deve ser “true” ou “false”, sem aspas.',
  'rule.type.integer': 'Deve ser um número inteiro.',
  'rule.type.integer_quoted': 'Deve ser um número inteiro, sem aspas.',
  'rule.type.int32': 'Deve ser um número inteiro não superior a 2147483647.',
  'rule.type.array': 'Deve ser uma lista.',
  'rule.phone':
    'Deve ser um número de telefone com o indicativo do país, como +351 21 794 0000, ou um número do país escolhido.',
  'rule.time_zone': 'Deve ser um fuso horário, como Europe/Lisbon.',
  'rule.year': 'Deve ser um ano de quatro algarismos, por exemplo, 2031.',
  'rule.invalid': 'Este valor não é válido.',
  'rule.reference': 'Deve ter de 1 a 64 letras, algarismos, hífenes e sublinhados.',
  'rule.repeated': 'Deve ser indicado uma só vez.',
  'rule.hostile':
    'Não deve conter {character} (posição {position}), nem outras quebras de linha, caracteres de controlo ou caracteres que mudem a direção do texto.',
  'rule.unknown': 'Esta propriedade não existe aqui ou não pode ser alterada.',
  'rule.unknown_like': 'Esta propriedade não existe aqui. Queria dizer {known}?',
  'rule.unknown_known': 'Esta propriedade não existe aqui. As propriedades conhecidas são {known}.',
  'rule.unknown_id': 'Envie o identificador no caminho, não no corpo.',
  'rule.read_only': 'Esta propriedade não pode ser definida aqui.',
  'rule.account_pages': 'Só os utilizadores podem alterar este valor, nas páginas da sua conta.',
  'rule.security_code': 'O código de segurança de um cartão nunca é aceite aqui. Não o envie.',
  'rule.too_long': 'Deve ter no máximo {max} caracteres.',
  'rule.too_short': 'Comprimento mínimo em caracteres: {min}.',
  'rule.too_many': 'Deve ter no máximo {max} elementos.',
  'rule.idempotency_key':
    'Deve ter entre 1 e 255 caracteres ASCII imprimíveis e ser indicado uma só vez.',
  'rule.minimum': 'Deve ser no mínimo {min}.',
  'rule.maximum': 'Deve ser no máximo {max}.',
  'rule.one_of': 'Deve ser um destes valores: {values}.',
  'rule.sort':
    'Valores possíveis, separados por vírgulas: {fields}. Um “-” antes de um nome inverte a ordem.',
  'rule.https_url': 'Deve ser um URL que comece por https://, com no máximo {max} caracteres.',
  'rule.logo.type': 'Deve ser uma imagem PNG ou WebP completa, sem animação.',
  'rule.logo.bytes': 'Deve ter no máximo {max} KiB.',
  'rule.logo.pixels': 'Deve ter de {min} a {max} píxeis de largura e de altura.',

  // Errors
  'error.invalid_request_body': 'O corpo do pedido deve ser um objeto JSON.',
  'error.invalid_request_body.empty': 'O corpo está vazio. Deve ser um objeto JSON.',
  'error.invalid_request_body.syntax':
    'O corpo não é JSON válido. O erro está na linha {line}, coluna {column}.',
  'error.invalid_request_body.encoding': 'O corpo não está em UTF-8.',
  'error.invalid_request_body.depth': 'O corpo tem mais de {max} níveis de aninhamento.',
  'error.validation_failed':
    'Alguns dados estão em falta ou não são válidos. Verifique-os, por favor.',
  'error.https_required': 'Envie o pedido por HTTPS.',
  'error.malformed_request': 'O pedido não respeita o protocolo HTTP.',
  'error.malformed_request.if_match':
    'If-Match deve ser * ou uma lista de etiquetas de entidade entre aspas.',
  'error.invalid_signature': 'A assinatura não é válida.',
  'error.unauthorized': 'Inicie sessão. Este pedido exige um token de acesso.',
  'error.unauthorized.query': 'Envie o token de acesso no cabeçalho {header}, não no URL.',
  'error.unauthorized.scheme':
    'Envie um token de acesso no cabeçalho {header}. Os outros esquemas de autenticação só funcionam no endpoint de tokens.',
  'error.invalid_token': 'O token de acesso não é válido ou expirou.',
  'error.insufficient_scope': 'Esta aplicação não tem permissão para isso.',
  'error.insufficient_scope.needed': 'Este pedido exige um token de acesso com o scope {scope}.',
  'error.insufficient_scope.application':
    'Este token de acesso pertence a uma aplicação, não a um utilizador. Peça primeiro ao utilizador que inicie sessão.',
  'error.insufficient_scope.user':
    'Este token de acesso pertence a um utilizador. Envie o token da própria aplicação (client credentials grant).',
  'error.forbidden': 'Esta ação não é permitida.',
  'error.invalid_delete': 'Este item não pode ser eliminado enquanto estiver em uso.',
  'error.invalid_delete.billed':
    'Este endereço não pode ser eliminado porque é o endereço de faturação de {methods}.',
  'error.limit_reached': 'O número máximo foi atingido. Elimine primeiro um item.',
  'error.webhook_disabled': 'Este webhook está desativado. Ative-o primeiro.',
  'error.purchase_not_allowed': 'Este anúncio não pode ser comprado.',
  'error.not_found': 'Nada foi encontrado aqui.',
  'error.not_found.path': 'Este caminho não existe. Comece em {url}.',
  'error.method_not_allowed': 'Este método não é permitido aqui.',
  'error.method_not_allowed.allowed':
    'Este método não é permitido aqui. Os métodos permitidos são {methods}.',
  'error.not_acceptable':
    'O cabeçalho Accept deve permitir application/hal+json ou application/json.',
  'error.request_timeout': 'O pedido demorou demasiado a chegar. Tente novamente.',
  'error.precondition_failed':
    'Os dados mudaram desde que os carregou. Carregue-os novamente e repita a alteração.',
  'error.idempotency_key_in_use':
    'Um pedido com este Idempotency-Key ainda está em curso. Aguarde um momento e repita-o.',
  'error.idempotency_key_reused':
    'Este Idempotency-Key já foi utilizado num pedido com outro corpo. Utilize uma nova chave.',
  'error.payload_too_large': 'O corpo do pedido é maior do que 64 KiB.',
  'error.unsupported_media_type':
    'O corpo do pedido deve ser application/json ou application/hal+json.',
  'error.unsupported_media_type.encoding': 'O corpo deve estar em UTF-8 e não comprimido.',
  'error.headers_too_large': 'Os cabeçalhos são maiores do que 16 KiB.',
  'error.internal_server_error': 'Ocorreu um erro do nosso lado. Tente novamente mais tarde.',
  'error.too_many_requests': 'Demasiados pedidos. Aguarde antes de enviar o próximo.',
  'error.service_unavailable':
    'O serviço está temporariamente indisponível. Tente novamente dentro de instantes.',

  // Titles of links
  'link.self': 'Este recurso',
  'link.first': 'Primeira página',
  'link.last': 'Última página',
  'link.next': 'Página seguinte',
  'link.prev': 'Página anterior',
  'link.user': 'O seu perfil',
  'link.addresses': 'Os seus endereços',
  'link.paymentmethods': 'Os seus métodos de pagamento',
  'link.countries': 'Países',
  'link.webhooks': 'Os seus webhooks',
  'link.viagogo:user': 'O seu perfil',
  'link.viagogo:countries': 'Países',
  'link.address:create': 'Adicionar um endereço',
  'link.address:update': 'Alterar este endereço',
  'link.address:delete': 'Eliminar este endereço',
  'link.address:carrier': 'Transportadora que recolhe neste endereço',
  'link.country': 'País',
  'link.country:events': 'Eventos neste país',
  'link.country:localwebpage': 'Site para este país',
  'link.country:addressrules': 'Formato dos endereços deste país',
  'link.paymentmethod:createcreditcard': 'Adicionar um cartão de crédito ou débito',
  'link.paymentmethod:setupcreditcard': 'Configurar um cartão nos campos do serviço de pagamento',
  'link.paymentmethod:cardsetup': 'Confirmar este cartão',
  'link.paymentmethod:createpaypal': 'Adicionar uma conta PayPal',
  'link.paymentmethod:updatecreditcard': 'Atualizar este cartão',
  'link.paymentmethod:updatepaypal': 'Atualizar esta conta PayPal',
  'link.paymentmethod:updatedefaults': 'Definir ou remover como predefinido',
  'link.paymentmethod:delete': 'Eliminar este método de pagamento',
  'link.user:addresses': 'Os seus endereços',
  'link.user:paymentmethods': 'Os seus métodos de pagamento',
  'link.user:purchases': 'As suas compras',
  'link.user:sales': 'As suas vendas',
  'link.user:salesaggregates': 'Resumo das suas vendas',
  'link.user:sellerlistings': 'Os seus anúncios',
  'link.user:update': 'Alterar o seu perfil',
  'link.user:webhooks': 'Os seus webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Adicionar um webhook',
  'link.webhook:update': 'Alterar este webhook',
  'link.webhook:delete': 'Eliminar este webhook',
  'link.webhook:ping': 'Enviar um ping',
  'link.webhook:rotatesecret': 'Substituir o segredo',
  'link.webhook:deliveries': 'Envios deste webhook',
  'link.delivery:redeliver': 'Enviar novamente',
  'link.paymentmethod:createbankaccount': 'Adicionar uma conta bancária',
  'link.paymentmethod:updatebankaccount': 'Atualizar esta conta bancária',

  // Webhooks
  'webhook.url.invalid': 'Deve ser um URL completo sem fragmento, como https://example.com/hook.',
  'webhook.url.scheme': 'Deve começar por https://.',
  'webhook.url.credentials':
    'Não deve conter nome de utilizador nem palavra-passe. Utilize authorization_header.',
  'webhook.url.port': 'Deve utilizar uma destas portas: {ports}.',
  'webhook.url.address': 'Deve conduzir a um endereço público na Internet.',
  'webhook.topics':
    'Deve ser uma lista com um ou mais dos valores Addresses, PaymentMethods, User e Ping, cada um uma só vez.',
  'webhook.authorization_header': 'Deve ter de 1 a 1024 caracteres, apenas ASCII imprimíveis.',

  // Addresses
  'address.default.required':
    'Tem de haver sempre um endereço predefinido. Em vez disso, defina outro endereço como predefinido.',
  'address.country_code.unknown':
    'Deve ser um código de país ISO 3166-1 de duas letras, por exemplo, PT.',
  'address.country_code.meant':
    'Deve ser um código de país ISO 3166-1 de duas letras. Queria dizer {code}?',
  'address.state_province.required': 'Neste país é obrigatório um estado, província ou região.',
  'address.state_province.required_like':
    'Neste país é obrigatório um estado, província ou região, por exemplo, {example}.',
  'address.postal_code.required':
    'Neste país é obrigatório um código postal, por exemplo, {example}.',
  'address.postal_code.digits': 'Como “{example}”: {count} dígitos.',
  'address.postal_code.zip':
    'Como “{example}”: cinco dígitos, opcionalmente seguidos de um hífen e mais quatro.',
  'address.postal_code.canadian':
    'Como “{example}”: letra, dígito, letra e depois dígito, letra, dígito.',
  'address.postal_code.british':
    'Como “{example}”: a área e o distrito e depois um dígito e duas letras.',
  'address.postal_code.irish': 'Como “{example}”: três caracteres e depois quatro.',
  'address.postal_code.dutch': 'Como “{example}”: quatro dígitos e depois duas letras.',
  'address.postal_code.two_dash_three': 'Como “{example}”: dois dígitos, um hífen e três dígitos.',
  'address.postal_code.three_dash_four':
    'Como “{example}”: três dígitos, um hífen e quatro dígitos.',
  'address.postal_code.three_space_two': 'Como “{example}”: três dígitos e depois dois.',
  'address.postal_code.four_dash_three':
    'Como “{example}”: quatro dígitos, um hífen e três dígitos.',
  'address.postal_code.five_dash_three':
    'Como “{example}”: cinco dígitos, um hífen e três dígitos.',
  'address.postal_code.like': 'Deve ter um formato como {example}.',
  'address.postal_code.like_either': 'Deve ter um formato como {example} ou {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Nome completo',
  'address.label.address_1': 'Rua e número',
  'address.label.address_2': 'Endereço, linha 2',
  'address.label.address_3': 'Endereço, linha 3',
  'address.label.country_code': 'País',
  'address.label.city': 'Cidade',
  'address.label.post_town': 'Localidade postal',
  'address.label.suburb': 'Localidade',
  'address.label.district': 'Distrito',
  'address.label.state': 'Estado',
  'address.label.province': 'Província',
  'address.label.county': 'Condado',
  'address.label.department': 'Departamento',
  'address.label.emirate': 'Emirado',
  'address.label.prefecture': 'Prefeitura',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Província ou cidade metropolitana',
  'address.label.parish': 'Paróquia',
  'address.label.island': 'Ilha',
  'address.label.area': 'Área',
  'address.label.postal': 'Código postal',
  'address.label.zip': 'Código postal (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Código postal (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Este método de pagamento não permite comprar, por isso não pode ser o predefinido para compras.',
  'paymentmethod.seller_method':
    'Este método de pagamento não permite receber pagamentos, por isso não pode ser o predefinido para os receber.',
  'paymentmethod.billing_address': 'Deve ser o identificador de um dos seus endereços.',
  'paymentmethod.duplicate': 'Já o guardou como outro método de pagamento.',
  'paymentmethod.email': 'Deve ser um endereço de e-mail, por exemplo, ada@example.com.',
  'card.number.digits':
    'Devem ser os dígitos do número do cartão. São permitidos espaços e hífenes entre os dígitos.',
  'card.number.brand': 'Este número de cartão não pertence a uma marca de cartão suportada.',
  'card.number.length': 'O número do cartão não tem o comprimento correto para {brand}.',
  'card.number.check': 'O dígito de controlo do número do cartão está incorreto.',
  'card.token.both': 'Envie o número ou o token do cartão, mas não ambos.',
  'card.token.unsupported': 'Os tokens de cartão não são aceites aqui. Envie o número do cartão.',
  'card.token.unknown': 'Este token de cartão é desconhecido ou já foi utilizado.',
  'card.declined': 'O cartão foi recusado.',
  'card.number.unsupported': 'Os números de cartão não são aceites aqui. Envie um token de cartão.',
  'card.gone': 'O cartão guardado já não existe. Envie de novo o número ou o token do cartão.',
  'card.declined.expired': 'Segundo o emissor do cartão, o cartão expirou.',
  'card.declined.security_code':
    'O código de segurança do cartão está incorreto. Introduza de novo o cartão.',
  'card.declined.postal_code':
    'O emissor do cartão tem outro código postal. Escolha a morada de faturação do cartão.',
  'card.declined.funds': 'O cartão não tem saldo suficiente. Utilize outro cartão.',
  'card.declined.authentication':
    'O emissor do cartão exige que confirme este cartão. Introduza-o nos campos do serviço de pagamento e envie o token do cartão.',
  'card.not_chargeable':
    'Este cartão não está guardado em nenhum serviço de pagamento, por isso não pode ser debitado.',
  'payout.on_hold':
    'O método para receber do utilizador está suspenso após uma alteração e nenhum outro pode ser pago.',
  'payout.no_method': 'O utilizador não tem um método confirmado para receber.',
  'card.declined.authentication_failed':
    'O emissor não conseguiu confirmar que este cartão é seu. Tente novamente ou utilize outro cartão.',
  'card.setup.incomplete':
    'A configuração deste cartão não terminou. Confirme o cartão nos campos do serviço de pagamento e envie-o novamente.',
  'card.setup.ended': 'A configuração deste cartão terminou. Inicie uma nova.',
  'card.setup.not_supported':
    'Não há nenhum serviço de pagamento ligado aqui, por isso não há campos para configurar um cartão. Envie o número do cartão.',
  'card.expired': 'O cartão expirou em {expiry}.',
  'card.start.late': 'A data de início do cartão não pode ser posterior à data de validade.',
  'card.issue_number': 'Deve ter um ou dois algarismos.',
  'rule.card_number': 'Não deve conter um número de cartão.',
  'paymentmethod.type.CreditCard': 'Cartão de crédito ou débito',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Conta bancária',
  'bankaccount.iban.country':
    'Deve começar pelas duas letras de um país que usa o IBAN, por exemplo DE.',
  'bankaccount.iban.length': 'Os IBAN que começam por {country} têm {length} caracteres.',
  'bankaccount.iban.form':
    'Os IBAN que começam por {country} têm a forma {form}. # representa um algarismo, A uma letra e * qualquer dos dois.',
  'bankaccount.iban.check':
    'Os dígitos de controlo não correspondem a este IBAN. Verifique se há erros de digitação.',
  'bankaccount.routing_number':
    'Deve ser um número de encaminhamento dos EUA (routing number) com nove dígitos. Verifique se há erros de digitação.',
  'bankaccount.number': 'Deve ser o número da conta, de 5 a 17 dígitos.',
  'bankaccount.both': 'Envie um IBAN ou uma conta dos EUA, não ambos.',
  'bankaccount.holder': 'Deve ser o nome do titular, sem número de conta.',
  'bankaccount.confirmed':
    'Confirmou esta conta, por isso o número não pode ser substituído. Adicione a nova conta como outro método de pagamento e elimine esta.',
  'bankaccount.not_supported': 'Não é possível adicionar contas bancárias aqui.',
  'bankaccount.gone': 'O serviço de pagamento já não tem esta conta. Adicione-a de novo.',
  'bankaccount.declined':
    'O serviço de pagamento não aceita esta conta. Verifique os dados ou use outra conta.',
  'bankaccount.declined.number':
    'O serviço de pagamento não conhece este número. Verifique se há erros de digitação.',
  'bankaccount.declined.routing_number':
    'O serviço de pagamento não conhece este número de encaminhamento (routing number). Verifique se há erros de digitação.',
  'bankaccount.declined.country':
    'As contas deste país não podem receber pagamentos aqui. Use uma conta noutro país.',
  'bankaccount.declined.currency':
    'As contas nesta moeda não podem receber pagamentos aqui. Use uma conta noutra moeda.',
  'bankaccount.declined.seller_country':
    'Os vendedores deste país não podem receber pagamentos aqui. Se vive noutro país, escolha o seu endereço nesse país.',

  // Listings
  'listing.tickets.left': 'Restam no máximo {left} bilhetes.',
  'listing.tickets.split':
    'Este número de bilhetes não pode ser comprado em conjunto. Deve ser um de {splits}.',
  'listing.delivery_method': 'Deve ser o identificador de um dos métodos de entrega deste anúncio.',
  'listing.delivery_address': 'Deve ser o identificador de um dos seus endereços.',
  'listing.delivery_country': 'Os bilhetes não podem ser entregues neste país.',
  'listing.pickup_full_name': 'O nome completo da pessoa que levanta os bilhetes é obrigatório.',
  'listing.coupon.unknown': 'O cupão “{coupon}” não é válido para este anúncio.',
  'listing.coupon.expired': 'O cupão “{coupon}” expirou.',
  'listing.reason.type_not_accepted': 'Este tipo de pagamento não é aceite para este anúncio.',
  'listing.reason.expired': 'Este cartão expirou.',
  'listing.reason.not_for_buying': 'Este método de pagamento não permite comprar.',
})
