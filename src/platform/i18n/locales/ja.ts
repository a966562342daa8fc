import { merge } from '../merge.ts'
import { account } from './account/ja.ts'
import { developer } from './developer/ja.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/ja.ts'
import { operator } from './operator/ja.ts'
import { pages } from './pages/ja.ts'

/** Japanese, in です・ます style; titles and labels are noun phrases. */
export const ja: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'この項目は必須です。',
  'rule.type.string': '文字列で指定してください。',
  'rule.type.string_unquoted': '引用符で囲んだ文字列で指定してください。',
  'rule.type.boolean': '「true」または「false」で指定してください。',
  'rule.type.boolean_quoted': '引用符を付けずに「true」または「false」で指定してください。',
  'rule.type.integer': '整数で指定してください。',
  'rule.type.integer_quoted': '引用符を付けずに整数で指定してください。',
  'rule.type.int32': '2147483647以下の整数で指定してください。',
  'rule.type.array': 'リストで指定してください。',
  'rule.phone':
    '国番号付きの電話番号（例：+81 3-1234-5678）、または選択した国の番号を入力してください。',
  'rule.time_zone': 'Asia/Tokyoのようなタイムゾーンを指定してください。',
  'rule.year': '2031のように4桁の年で指定してください。',
  'rule.invalid': 'この値は正しくありません。',
  'rule.reference': '1～64文字の英字、数字、ハイフン、アンダースコアで入力してください。',
  'rule.repeated': '1回だけ指定してください。',
  'rule.hostile':
    '{position}文字目の{character}は使用できません。改行、制御文字、文字の向きを変える文字はすべて使用できません。',
  'rule.unknown': 'この項目はここには存在しないか、変更できません。',
  'rule.unknown_like': 'この項目はここには存在しません。{known}のことですか？',
  'rule.unknown_known': 'この項目はここには存在しません。指定できるのは{known}です。',
  'rule.unknown_id': 'IDは本文ではなくパスで指定してください。',
  'rule.read_only': 'この項目はここでは設定できません。',
  'rule.account_pages':
    'この値を変更できるのはユーザー本人だけです。アカウントのページで変更します。',
  'rule.security_code': 'カードのセキュリティコードは受け付けていません。送信しないでください。',
  'rule.too_long': '{max}文字以内で入力してください。',
  'rule.too_short': '{min}文字以上で入力してください。',
  'rule.too_many': '{max}個以内で指定してください。',
  'rule.idempotency_key': '1文字以上255文字以下の印字可能なASCII文字を、1回だけ指定してください。',
  'rule.minimum': '{min}以上の値を指定してください。',
  'rule.maximum': '{max}以下の値を指定してください。',
  'rule.one_of': '{values}のいずれかを指定してください。',
  'rule.sort':
    '{fields}の中からカンマ区切りで指定してください。名前の前に「-」を付けると逆順になります。',
  'rule.https_url': 'https://で始まる{max}文字以内のURLを指定してください。',
  'rule.logo.type': 'アニメーションのない完全な画像（PNGまたはWebP）を指定してください。',
  'rule.logo.bytes': '{max}KiB以内にしてください。',
  'rule.logo.pixels': '幅と高さは{min}～{max}ピクセルにしてください。',

  // Errors
  'error.invalid_request_body': 'リクエストの本文はJSONオブジェクトにしてください。',
  'error.invalid_request_body.empty': '本文が空です。JSONオブジェクトで指定してください。',
  'error.invalid_request_body.syntax':
    '本文が正しいJSONではありません。{line}行{column}列に誤りがあります。',
  'error.invalid_request_body.encoding': '本文がUTF-8ではありません。',
  'error.invalid_request_body.depth': '本文の入れ子が{max}階層を超えています。',
  'error.validation_failed': '入力内容に不足または誤りがあります。ご確認ください。',
  'error.https_required': 'HTTPSでリクエストを送信してください。',
  'error.malformed_request': 'リクエストがHTTPの形式に従っていません。',
  'error.malformed_request.if_match':
    'If-Matchには*か、引用符で囲んだエンティティタグのリストを指定してください。',
  'error.invalid_signature': '署名が正しくありません。',
  'error.unauthorized': 'ログインしてください。このリクエストにはアクセストークンが必要です。',
  'error.unauthorized.query': 'アクセストークンはURLではなくヘッダー{header}で送信してください。',
  'error.unauthorized.scheme':
    'アクセストークンをヘッダー{header}で送信してください。ほかの認証方式はトークンエンドポイントでのみ使用できます。',
  'error.invalid_token': 'アクセストークンが無効か、有効期限が切れています。',
  'error.insufficient_scope': 'このアプリにはこの操作の権限がありません。',
  'error.insufficient_scope.needed':
    'このリクエストには、スコープ{scope}を持つアクセストークンが必要です。',
  'error.insufficient_scope.application':
    'このアクセストークンは、ユーザーではなくアプリのものです。先にユーザーにログインしてもらってください。',
  'error.insufficient_scope.user':
    'このアクセストークンはユーザーのものです。アプリ自身のトークン（クライアントクレデンシャルグラント）を送信してください。',
  'error.forbidden': 'この操作は許可されていません。',
  'error.invalid_delete': '使用中のため削除できません。',
  'error.invalid_delete.billed': 'この住所は{methods}の請求先住所のため、削除できません。',
  'error.limit_reached': '登録数の上限に達しています。先に不要なものを削除してください。',
  'error.webhook_disabled': 'このWebhookは無効です。先に有効にしてください。',
  'error.purchase_not_allowed': 'この出品は購入できません。',
  'error.not_found': '見つかりませんでした。',
  'error.not_found.path': 'このパスは存在しません。{url}から始めてください。',
  'error.method_not_allowed': 'このメソッドはここでは使用できません。',
  'error.method_not_allowed.allowed':
    'このメソッドはここでは使用できません。使用できるのは{methods}です。',
  'error.not_acceptable':
    'Acceptヘッダーでapplication/hal+jsonまたはapplication/jsonを許可してください。',
  'error.request_timeout': 'リクエストの受信に時間がかかりすぎました。もう一度お試しください。',
  'error.precondition_failed':
    '読み込み後に内容が変更されました。再度読み込んでから変更し直してください。',
  'error.idempotency_key_in_use':
    'このIdempotency-Keyのリクエストはまだ処理中です。しばらく待ってから再度送信してください。',
  'error.idempotency_key_reused':
    'このIdempotency-Keyは、本文が異なるリクエストですでに使用されています。新しいキーを使用してください。',
  'error.payload_too_large': 'リクエストの本文が64 KiBを超えています。',
  'error.unsupported_media_type':
    'リクエストの本文はapplication/jsonまたはapplication/hal+jsonにしてください。',
  'error.unsupported_media_type.encoding': '本文は圧縮せずUTF-8で送信してください。',
  'error.headers_too_large': 'ヘッダーが16 KiBを超えています。',
  'error.internal_server_error':
    'サーバー側で問題が発生しました。しばらくしてからもう一度お試しください。',
  'error.too_many_requests':
    'リクエストが多すぎます。しばらく待ってから次のリクエストをお送りください。',
  'error.service_unavailable':
    'サービスを一時的にご利用いただけません。少し待ってからもう一度お試しください。',

  // Titles of links
  'link.self': 'このリソース',
  'link.first': '最初のページ',
  'link.last': '最後のページ',
  'link.next': '次のページ',
  'link.prev': '前のページ',
  'link.user': 'プロフィール',
  'link.addresses': '住所一覧',
  'link.paymentmethods': '支払い方法一覧',
  'link.countries': '国と地域',
  'link.webhooks': 'Webhook一覧',
  'link.viagogo:user': 'プロフィール',
  'link.viagogo:countries': '国と地域',
  'link.address:create': '住所を追加',
  'link.address:update': 'この住所を変更',
  'link.address:delete': 'この住所を削除',
  'link.address:carrier': 'この住所で集荷する運送会社',
  'link.country': '国・地域',
  'link.country:events': 'この国のイベント',
  'link.country:localwebpage': 'この国のウェブサイト',
  'link.country:addressrules': 'この国の住所の書き方',
  'link.paymentmethod:createcreditcard': 'クレジットカードまたはデビットカードを追加',
  'link.paymentmethod:setupcreditcard': '決済代行会社の入力欄でのカード設定',
  'link.paymentmethod:cardsetup': 'このカードの確認',
  'link.paymentmethod:createpaypal': 'PayPalアカウントを追加',
  'link.paymentmethod:updatecreditcard': 'このカードを更新',
  'link.paymentmethod:updatepaypal': 'このPayPalアカウントを更新',
  'link.paymentmethod:updatedefaults': '既定に設定または解除',
  'link.paymentmethod:delete': 'この支払い方法を削除',
  'link.user:addresses': '住所一覧',
  'link.user:paymentmethods': '支払い方法一覧',
  'link.user:purchases': '購入履歴',
  'link.user:sales': '販売履歴',
  'link.user:salesaggregates': '販売の集計',
  'link.user:sellerlistings': '出品一覧',
  'link.user:update': 'プロフィールを変更',
  'link.user:webhooks': 'Webhook一覧',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Webhookを追加',
  'link.webhook:update': 'このWebhookを変更',
  'link.webhook:delete': 'このWebhookを削除',
  'link.webhook:ping': 'Pingを送信',
  'link.webhook:rotatesecret': 'シークレットを交換',
  'link.webhook:deliveries': 'このWebhookの配信',
  'link.delivery:redeliver': 'もう一度送信',
  'link.paymentmethod:createbankaccount': '銀行口座を追加',
  'link.paymentmethod:updatebankaccount': 'この銀行口座を更新',

  // Webhooks
  'webhook.url.invalid':
    'フラグメントのない完全なURLを指定してください（例：https://example.com/hook）。',
  'webhook.url.scheme': 'https://で始まるURLを指定してください。',
  'webhook.url.credentials':
    'ユーザー名やパスワードを含めることはできません。authorization_headerを使用してください。',
  'webhook.url.port': '使用できるポートは次のとおりです（{ports}）。',
  'webhook.url.address': 'インターネット上の公開アドレスを指定してください。',
  'webhook.topics':
    'Addresses、PaymentMethods、User、Pingのうち1つ以上を、重複なくリストで指定してください。',
  'webhook.authorization_header': '1～1024文字の印字可能なASCII文字で指定してください。',

  // Addresses
  'address.default.required':
    '既定の住所は必ず1つ必要です。代わりに別の住所を既定に設定してください。',
  'address.country_code.unknown': 'ISO 3166-1の2文字の国コード（例：JP）で指定してください。',
  'address.country_code.meant':
    'ISO 3166-1の2文字の国コードで指定してください。{code}のことですか？',
  'address.state_province.required': 'この国では州、省、都道府県などの入力が必要です。',
  'address.state_province.required_like':
    'この国では州、省、都道府県などの入力が必要です（例：{example}）。',
  'address.postal_code.required': 'この国では郵便番号の入力が必要です（例：{example}）。',
  'address.postal_code.digits': '「{example}」のように、数字{count}桁で入力してください。',
  'address.postal_code.zip':
    '「{example}」のように、数字5桁（必要に応じてハイフンと4桁を追加）で入力してください。',
  'address.postal_code.canadian':
    '「{example}」のように、英字・数字・英字、続けて数字・英字・数字で入力してください。',
  'address.postal_code.british':
    '「{example}」のように、地域と地区、続けて数字1桁と英字2文字で入力してください。',
  'address.postal_code.irish': '「{example}」のように、3文字、続けて4文字で入力してください。',
  'address.postal_code.dutch':
    '「{example}」のように、数字4桁、続けて英字2文字で入力してください。',
  'address.postal_code.two_dash_three':
    '「{example}」のように、数字2桁、ハイフン、数字3桁で入力してください。',
  'address.postal_code.three_dash_four':
    '「{example}」のように、数字3桁、ハイフン、数字4桁で入力してください。',
  'address.postal_code.three_space_two':
    '「{example}」のように、数字3桁、続けて2桁で入力してください。',
  'address.postal_code.four_dash_three':
    '「{example}」のように、数字4桁、ハイフン、数字3桁で入力してください。',
  'address.postal_code.five_dash_three':
    '「{example}」のように、数字5桁、ハイフン、数字3桁で入力してください。',
  'address.postal_code.like': '「{example}」のような形式で入力してください。',
  'address.postal_code.like_either':
    '「{example}」または「{second}」のような形式で入力してください。',

  // What countries call the parts of an address
  'address.label.full_name': '氏名',
  'address.label.address_1': '住所（番地・通り名）',
  'address.label.address_2': '住所（2行目）',
  'address.label.address_3': '住所（3行目）',
  'address.label.country_code': '国・地域',
  'address.label.city': '市区町村',
  'address.label.post_town': '郵便上の町名',
  'address.label.suburb': '郊外地区',
  'address.label.district': '地区',
  'address.label.state': '州',
  'address.label.province': '州・省・県',
  'address.label.county': '郡・県',
  'address.label.department': '県',
  'address.label.emirate': '首長国',
  'address.label.prefecture': '都道府県',
  'address.label.oblast': '州（オーブラスチ）',
  'address.label.do_si': '道または広域市',
  'address.label.parish': '教区',
  'address.label.island': '島',
  'address.label.area': '地域',
  'address.label.postal': '郵便番号',
  'address.label.zip': '郵便番号（ZIP）',
  'address.label.eircode': '郵便番号（Eircode）',
  'address.label.pin': '郵便番号（PIN）',

  // Payment methods
  'paymentmethod.buyer_method':
    'この支払い方法は購入に使用できないため、購入時の既定には設定できません。',
  'paymentmethod.seller_method':
    'この支払い方法は支払いの受け取りに使用できないため、受け取り時の既定には設定できません。',
  'paymentmethod.billing_address': '登録済みの住所のIDを指定してください。',
  'paymentmethod.duplicate': 'すでに別の支払い方法として登録されています。',
  'paymentmethod.email': 'メールアドレスを入力してください（例：ada@example.com）。',
  'card.number.digits':
    'カード番号の数字を入力してください。間にスペースやハイフンを入れてもかまいません。',
  'card.number.brand': 'このカード番号は、対応しているカードブランドのものではありません。',
  'card.number.length': 'カード番号の桁数が{brand}の桁数と異なります。',
  'card.number.check': 'カード番号のチェックディジットが正しくありません。',
  'card.token.both': 'カード番号とカードのトークンは、どちらか一方だけを送信してください。',
  'card.token.unsupported':
    'ここではカードのトークンを使用できません。カード番号を送信してください。',
  'card.token.unknown': 'このカードのトークンは不明か、すでに使用されています。',
  'card.declined': 'カードが拒否されました。',
  'card.number.unsupported':
    'ここではカード番号を使用できません。カードのトークンを送信してください。',
  'card.gone':
    '保存されていたカードが見つかりません。カード番号またはカードのトークンをもう一度送信してください。',
  'card.declined.expired': 'カード発行会社によると、このカードは有効期限が切れています。',
  'card.declined.security_code':
    'カードのセキュリティコードが正しくありません。カードをもう一度入力してください。',
  'card.declined.postal_code':
    'カード発行会社に登録されている郵便番号と一致しません。カードの請求先住所を選択してください。',
  'card.declined.funds': 'カードの残高が不足しています。別のカードを使用してください。',
  'card.declined.authentication':
    'カード発行会社がこのカードの本人確認を求めています。決済代行会社の入力欄にカードを入力し、カードのトークンを送信してください。',
  'card.not_chargeable': 'このカードは決済代行会社に保管されていないため、請求できません。',
  'payout.on_hold':
    'ユーザーの受け取り方法は変更後の保留期間中で、ほかに支払える方法がありません。',
  'payout.no_method': 'ユーザーには確認済みの受け取り方法がありません。',
  'card.declined.authentication_failed':
    'カード発行会社でご本人のカードであることを確認できませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
  'card.setup.incomplete':
    'このカードの設定は完了していません。決済代行会社の入力欄でカードを確認してから、もう一度送信してください。',
  'card.setup.ended': 'このカードの設定は終了しました。新しく設定を始めてください。',
  'card.setup.not_supported':
    'ここには決済代行会社が接続されていないため、カードを設定する入力欄がありません。カード番号を送信してください。',
  'card.expired': 'このカードの有効期限は{expiry}で切れています。',
  'card.start.late': 'カードの有効期間の開始日は、有効期限より後にはできません。',
  'card.issue_number': '1桁または2桁の数字で指定してください。',
  'rule.card_number': 'カード番号を含めないでください。',
  'paymentmethod.type.CreditCard': 'クレジットカードまたはデビットカード',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': '銀行口座',
  'bankaccount.iban.country': 'IBANを使用する国を表す2文字（DEなど）で始めてください。',
  'bankaccount.iban.length': '{country}で始まるIBANは{length}文字です。',
  'bankaccount.iban.form':
    '{country}で始まるIBANは{form}の形式です。#は数字、Aは英字、*はそのどちらかを表します。',
  'bankaccount.iban.check':
    'IBANのチェックディジットが一致しません。入力に誤りがないか確認してください。',
  'bankaccount.routing_number':
    '米国の銀行のルーティング番号（9桁）を入力してください。入力に誤りがないか確認してください。',
  'bankaccount.number': '5～17桁の口座番号を入力してください。',
  'bankaccount.both': 'IBANと米国の口座は、どちらか一方だけを送信してください。',
  'bankaccount.holder': '口座番号を含めずに、名義人の氏名を入力してください。',
  'bankaccount.confirmed':
    'この口座は確認済みのため、番号は変更できません。新しい口座を別の支払い方法として追加し、この口座を削除してください。',
  'bankaccount.not_supported': 'ここでは銀行口座を追加できません。',
  'bankaccount.gone': '決済代行会社にこの口座の登録がありません。もう一度追加してください。',
  'bankaccount.declined':
    '決済代行会社がこの口座を受け付けません。内容を確認するか、別の口座を使用してください。',
  'bankaccount.declined.number':
    '決済代行会社でこの番号を確認できません。入力に誤りがないか確認してください。',
  'bankaccount.declined.routing_number':
    '決済代行会社でこのルーティング番号を確認できません。入力に誤りがないか確認してください。',
  'bankaccount.declined.country':
    'この国の口座には、ここから支払いができません。別の国の口座を使用してください。',
  'bankaccount.declined.currency':
    'この通貨の口座には、ここから支払いができません。別の通貨の口座を使用してください。',
  'bankaccount.declined.seller_country':
    'この国の販売者には、ここから支払いができません。別の国にお住まいの場合は、その国の住所を選択してください。',

  // Listings
  'listing.tickets.left': '残りは最大{left}枚です。',
  'listing.tickets.split':
    'この枚数をまとめて購入することはできません。{splits}のいずれかにしてください。',
  'listing.delivery_method': 'この出品の配送方法のIDを指定してください。',
  'listing.delivery_address': '登録済みの住所のIDを指定してください。',
  'listing.delivery_country': 'この国にはチケットを配送できません。',
  'listing.pickup_full_name': 'チケットを受け取る方の氏名が必要です。',
  'listing.coupon.unknown': 'クーポン「{coupon}」はこの出品では使えません。',
  'listing.coupon.expired': 'クーポン「{coupon}」は有効期限が切れています。',
  'listing.reason.type_not_accepted': 'この出品ではこの種類の支払いは利用できません。',
  'listing.reason.expired': 'このカードは有効期限が切れています。',
  'listing.reason.not_for_buying': 'この支払い方法は購入に使用できません。',
})
