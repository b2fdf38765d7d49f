import type { FailureClass } from '@/lib/contracts/primitives'
import type { FailureEvidence } from './failure-class'

/**
 * Wording of servers, databases and operating systems that answer in the language of the machine, by class in order of precedence. A pattern
 * contains what happened, not only its subject, since "connection" and "limit" are ordinary words in any language.
 */
type Wording = Partial<Record<FailureClass, string>>

const german: Wording = {
  provider_spend_limit:
    '(?:guthaben|kontingent|budget)\\s(?:\\S+\\s)?(?:aufgebraucht|erschöpft|überschritten)|guthaben (?:ist |reicht )?(?:nicht aus|zu niedrig)|nicht genügend guthaben|(?:nutzungs|ausgaben)limit\\s(?:\\S+\\s)?(?:erreicht|überschritten)',
  provider_auth:
    '(?:authentifizierung|authentisierung|anmeldung)\\b[^.\\n]{0,60}\\b(?:fehlgeschlagen|gescheitert|erforderlich|abgelehnt)|nicht (?:autorisiert|authentifiziert|angemeldet)|(?:api-schlüssel|zugangsdaten|anmeldedaten|token|passwort|kennwort)\\s(?:(?:ist|sind|fehlt|war)\\s)?(?:ungültig|abgelaufen|falsch)|(?:ungültige[rs]?|falsche[rs]?|abgelaufene[rs]?) (?:api-schlüssel|zugangsdaten|anmeldedaten|anmeldeinformationen|token|passwort|kennwort)|sitzung (?:ist )?abgelaufen|fehler bei der (?:authentifizierung|anmeldung)|(?:kann|konnte) (?:sich )?nicht authentifizier',
  policy_blocked:
    '(?:verstößt|verstoß) gegen [^.\\n]{0,40}richtlinien?|durch (?:eine |die )?richtlinie (?:blockiert|verhindert)',
  rate_limited:
    'zu viele (?:an(?:fragen|forderungen)|aufrufe|zugriffe)|(?:anfrage|raten|abruf)-?(?:limit|begrenzung)\\s(?:\\S+\\s)?(?:erreicht|überschritten)',
  permission_required:
    '(?:zugriff|berechtigung|erlaubnis)\\s(?:\\S+\\s){0,3}?(?:verweigert|abgelehnt)|keine (?:zugriffs)?(?:berechtigung|rechte)\\b|(?:operation|vorgang) (?:ist )?nicht (?:erlaubt|zulässig|gestattet)|(?:fehlende|unzureichende) berechtigung(?:en)?|kein(?:e)? \\S*(?:berechtigung|recht)\\b|(?:fehlende[rn]?|unzureichende[rn]?) (?:rechte|berechtigung)|(?:dateisystem|laufwerk) (?:ist )?(?:nur lesbar|schreibgeschützt)',
  invalid_tool_args:
    'ungültige[rs]?\\s(?:\\S+\\s)?(?:argumente?|parameter|option|eingabe(?:syntax)?|wert|schalter|json)|(?:argument|parameter|option|eingabe) (?:ist|war) (?:ungültig|falsch)|falscher parameter|(?:parameter|argument|pflichtfeld)\\b[^.\\n]{0,30}\\bfehlt\\b|unbekannte option|option [^.\\n]{0,40} erfordert ein argument|zu (?:viele|wenige?) (?:argumente|parameter)|(?:falsche|ungültige) anzahl (?:an|von) (?:argumenten|parametern)|ungültige[rs]?\\s\\S*(?:parameter|option|argument)\\b|option \\S+ (?:benötigt|ist nicht eindeutig)|(?:benötigt|erfordert) ein argument|unbekannte[rs]? (?:option|parameter|argument)|muss eine? (?:ganze? )?(?:ganzzahl|zahl|zeichenkette) sein',
  missing_target_path:
    '(?:datei|verzeichnis|ordner|pfad)\\b[^.\\n]{0,80}\\bnicht (?:gefunden|vorhanden)|(?:datei|verzeichnis|ordner|pfad)\\b[^.\\n]{0,60}\\bexistiert nicht|(?:datei|pfad)\\b[^.\\n]{0,30}\\bnicht finden|(?:kann|konnte) (?:das |die )?(?:datei|verzeichnis)\\b[^.\\n]{0,60}\\bnicht öffnen|(?:ist )?kein verzeichnis$',
  timeout:
    'zeitüberschreitung|(?:warte|zeit)(?:zeit|limit)[^.\\n]{0,40}\\b(?:abgelaufen|überschritten)|zeitlimit|nicht (?:rechtzeitig|innerhalb) [^.\\n]{0,40}(?:reagiert|geantwortet)|bestimmten zeitspanne nicht|zeit(?:begrenzung)?\\s(?:\\S+\\s)?(?:abgelaufen|überschritten)|zeit\\b[^.\\n]{0,30}\\bwurde überschritten|timeout\\b[^.\\n]{0,40}\\b(?:erreicht|überschritten|abgelaufen)',
  provider_transient:
    'verbindung(?:saufbau|sversuch)?\\b[^.\\n]{0,60}\\b(?:verweiger\\w+|abgelehnt|zurückgesetzt|unterbrochen|abgebrochen|geschlossen|fehlgeschlagen|verloren)|(?:konnte|kann) (?:keine )?(?:nicht )?[^.\\n]{0,40}verbind(?:en|ung)\\b[^.\\n]{0,60}(?:nicht|hergestellt|aufgebaut)?|netz(?:werk)? (?:ist )?nicht erreichbar|(?:server|dienst|host|zielrechner)\\b[^.\\n]{0,30}\\b(?:nicht (?:verfügbar|erreichbar)|überlastet)|interner serverfehler|namensauflösung|keine route zum|interner fehler|(?:server|dienst|ressource|system)\\s(?:\\S+\\s){0,4}?(?:nicht verfügbar|beschäftigt|ausgelastet)|name oder (?:der )?dienst (?:ist )?(?:nicht bekannt|unbekannt)|beendete die verbindung|datenübergabe unterbrochen',
}

const french: Wording = {
  provider_spend_limit:
    "(?:crédits?|quota|budget|solde)\\s(?:\\S+\\s){0,3}?(?:épuisée?s?|dépassée?s?|insuffisants?)|(?:limite|plafond) (?:de dépenses?|d['’]utilisation) (?:\\S+\\s)?(?:atteinte?|dépassée?)",
  provider_auth:
    "(?:authentification|identification)\\b[^.\\n]{0,60}\\b(?:échou\\w+|échec|requise|refusée)|échec (?:de|d['’]) ?(?:l['’])?(?:authentification|identification)|^\\W*non autorisée?|(?:accès|utilisateur|requête) non autorisée?|non authentifiée?|(?:clé (?:d['’])?api|jeton|mot de passe|identifiants?)\\b[^.\\n]{0,20}\\b(?:invalides?|expirée?s?|incorrecte?s?|erronée?s?)|session (?:a )?expirée?|erreur d['’]authentification|(?:impossible|incapable) (?:de |d['’])(?:s['’])?authentifier|l['’]authentification\\b[^.\\n]{0,60}\\béchoué",
  policy_blocked: '(?:enfreint|viole|contraire à|bloquée? par)\\b[^.\\n]{0,40}\\bpolitiques?',
  rate_limited:
    'trop de (?:requêtes|demandes|appels)|(?:limite|quota) (?:de|du) (?:débit|requêtes|taux)[^.\\n]{0,30}\\b(?:atteinte?|dépassée?)',
  permission_required:
    '(?:accès|permission|droit|autorisation)\\s(?:\\S+\\s){0,2}?(?:refusée?s?|non accordée?|insuffisante?s?)|opération (?:non|pas) (?:permise|autorisée)|(?:droits|privilèges|permissions) insuffisante?s?|(?:pas|manque) (?:de |la |les )?(?:permissions?|droits?)\\b|(?:fichiers|disque)\\b[^.\\n]{0,20}\\ben lecture seule',
  invalid_tool_args:
    "(?:argument|paramètre|option|valeur|entrée|syntaxe)s?\\b[^.\\n]{0,30}\\b(?:invalides?|incorrecte?s?|non valides?|inconnue?s?|manquante?s?)|(?:argument|paramètre|option|valeur) (?:non reconnue?|requise? manquante?)|option requiert un argument|json (?:invalide|mal formé)|trop (?:d['’]|peu d['’])arguments|(?:mauvais|nombre incorrect) (?:nombre )?d['’]?arguments?|mauvais argument|option\\b[^.\\n]{0,20}\\b(?:ambiguë|requiert un argument|nécessite un argument)|doit être un (?:entier|nombre)",
  missing_target_path:
    "(?:fichier|dossier|répertoire|chemin)\\b[^.\\n]{0,80}\\b(?:introuvable|n['’]existe pas|non trouvé|inexistant)|aucun fichier ou (?:dossier|répertoire)|(?:impossible de|ne (?:peut|parvient) pas à?) trouver le (?:fichier|chemin|répertoire)|(?:n['’]a pas pu|ne peut(?: pas)?|impossible d['’]) ?ouvrir le (?:fichier|dossier|répertoire)|n['’]est pas un (?:dossier|répertoire)",
  timeout:
    "délai (?:\\S+\\s){0,3}?(?:dépassé|expiré|écoulé)|délai d['’]attente\\b[^.\\n]{0,40}\\b(?:dépassé|expiré|écoulé)|expiration du délai|(?:temps|délai) imparti (?:dépassé|écoulé)|n['’]a pas répondu (?:à temps|dans)|dépassement du délai|hors délai",
  provider_transient:
    "connexion\\b[^.\\n]{0,60}\\b(?:refusée?|r[ée]-?initialisée|interrompue|perdue|fermée|échou\\w+|abandonnée|coupée)|(?:impossible|échec)\\b[^.\\n]{0,40}\\b(?:connexion|connecter)|(?:serveur|service|réseau|hôte)\\b[^.\\n]{0,30}\\b(?:indisponible|injoignable|surchargé|inaccessible|n['’]est pas accessible)|erreur interne du serveur|nom ou service inconnu|résolution (?:du|de) nom|expressément refusée|erreur interne|(?:serveur|ressource|service)\\s(?:\\S+\\s){0,3}?(?:occupée?|non disponible|pas disponible)|rompu la connexion|aucun chemin d['’]accès pour atteindre|a fermé la connexion|relais brisé",
}

const spanish: Wording = {
  provider_spend_limit:
    '(?:saldo|crédito|cuota|presupuesto)s?\\s(?:\\S+\\s){0,3}?(?:agotad[oa]s?|insuficientes?|superad[oa]|excedid[oa])|límite de (?:gasto|uso) (?:\\S+\\s)?(?:alcanzado|superado|excedido)',
  provider_auth:
    '(?:autenticación|autentificación|autenticar)\\b[^.\\n]{0,60}\\b(?:fall\\w+|rechazada|requerida|errónea)|(?:fall[óo]|error)\\b[^.\\n]{0,20}\\b(?:autenti[fc]i?cación|autenticar)|no (?:está )?(?:autorizado|autenticado)|(?:clave (?:de )?api|token|contraseña|credencial(?:es)?)\\b[^.\\n]{0,20}\\b(?:inválid[oa]s?|no válid[oa]s?|caducad[oa]s?|expirad[oa]s?|incorrect[oa]s?|no es correct[oa])|sesión (?:ha )?(?:caducad[oa]|expirad[oa])|error de autenti(?:fi)?cación|no se pu(?:do|ede) autenti(?:fi)?car',
  policy_blocked: '(?:infringe|viola|incumple|bloquead[oa] por)\\b[^.\\n]{0,40}\\bpolíticas?',
  rate_limited:
    'demasiadas (?:solicitudes|peticiones|consultas|llamadas)|límite de (?:solicitudes|peticiones|velocidad|frecuencia)\\b[^.\\n]{0,20}\\b(?:alcanzado|superado|excedido)|(?:superado|excedido) el límite de (?:solicitudes|peticiones|velocidad)',
  permission_required:
    '(?:acceso|permiso)s?\\s(?:\\S+\\s){0,2}?(?:denegad[oa]s?|rechazado|insuficientes)|operación no permitida|(?:permisos|privilegios) insuficientes|no tiene permisos?\\b|sin permisos?\\b|(?:sistema de ficheros|sistema de archivos) de s[óo]lo lectura|no tiene(?: los)? (?:permisos?|privilegios?)',
  invalid_tool_args:
    '(?:argumento|parámetro|opción|valor|entrada|sintaxis)\\b[^.\\n]{0,30}\\b(?:inválid[oa]s?|no (?:es )?válid[oa]s?|incorrect[oa]s?|no es correct[oa]|desconocid[oa]|no reconocid[oa])|falta (?:el |un )?(?:argumento|parámetro|operando)|opción requiere un argumento|json (?:inválido|no válido)|(?:demasiados|faltan|pocos) (?:argumentos|parámetros)|número (?:de argumentos )?(?:incorrecto|erróneo)(?: de argumentos)?|opción\\b[^.\\n]{0,30}\\b(?:ambigua|requiere un argumento|necesita un argumento)|debe ser un (?:entero|número)',
  missing_target_path:
    'no existe el (?:fichero|archivo|directorio)|(?:archivo|fichero|directorio|carpeta|ruta)\\b[^.\\n]{0,80}\\b(?:no (?:existe|encontrad[oa]|se encuentra)|inexistente)|no (?:se )?(?:puede|pudo|ha podido) encontrar (?:el|la) (?:archivo|fichero|ruta|directorio)|no se (?:encontró|ha encontrado) (?:el|la) (?:archivo|fichero|ruta|directorio)|no se (?:puede|pudo|ha podido) abrir el (?:archivo|fichero|directorio)|no es un directorio',
  timeout:
    '(?:expiró|agotado|excedido|superado|agotó)\\s(?:\\S+\\s){0,2}?(?:tiempo|plazo)|tiempo (?:límite |máximo )?(?:de (?:espera|conexión|ejecución) )?(?:\\S+\\s){0,3}?(?:agotado|excedido|superado|expirado|terminado)|se agotó el tiempo|no respondió a tiempo|(?:alcanzó|alcanzado|expiró|caducó) (?:el |la )?(?:tiempo|conexión|plazo|límite de tiempo)|conexión (?:expiró|caducó)',
  provider_transient:
    'conexión\\b[^.\\n]{0,60}\\b(?:rechazad[oa]|rehusad[oa]|reinicia(?:d|lizad)[oa]|cerrad[oa]|perdid[oa]|interrumpid[oa]|denegó|fallid[oa])|(?:no se (?:puede|pudo|ha podido)|falló|imposible|error al)\\b[^.\\n]{0,30}\\b(?:conectar|conexión)|(?:servidor|servicio|red|sistema)\\b[^.\\n]{0,30}\\b(?:no (?:está )?disponible|inaccesible|sobrecargado|es inalcanzable)|error interno del servidor|resolución (?:del|de) nombres?|nombre o servicio desconocido|no hay ruta hasta|error interno|(?:recurso|servidor|servicio)\\s(?:\\S+\\s){0,3}?(?:no disponible|ocupado)|cerró la conexión|tubería rota',
}

const portuguese: Wording = {
  provider_spend_limit:
    '(?:saldo|crédito|cota|orçamento)s?\\s(?:\\S+\\s){0,3}?(?:esgotad[oa]s?|insuficientes?|excedid[oa])|limite de (?:gastos?|uso) (?:\\S+\\s)?(?:atingido|excedido)',
  provider_auth:
    '(?:autenticação|autenticar)\\b[^.\\n]{0,60}\\b(?:falh\\w+|rejeitada|necessária|recusada)|falha\\b[^.\\n]{0,20}\\bautentica(?:ção|r)|não (?:está )?(?:autorizad[oa]|autenticad[oa])|(?:chave (?:de |da )?api|token|senha|credencia(?:l|is))\\b[^.\\n]{0,20}\\b(?:inválid[oa]s?|expirad[oa]s?|incorret[oa]s?)|sessão (?:\\S+ )?expirad[oa]|sessão expirou|erro de autenticação|não foi possível autenticar',
  policy_blocked: '(?:viola|bloquead[oa] (?:pela|por))\\b[^.\\n]{0,40}\\bpolíticas?',
  rate_limited:
    '(?:muitas|demasiad[oa]s|excesso de) (?:solicitações|requisições|pedidos|chamadas)|limite de (?:solicitações|requisições|taxa|pedidos)\\b[^.\\n]{0,20}\\b(?:atingido|excedido|ultrapassado)',
  permission_required:
    '(?:acesso|permissão|permissões)\\s(?:\\S+\\s){0,2}?(?:negad[oa]s?|recusad[oa]|insuficientes?)|operação não permitida|(?:privilégios|permissões) insuficientes|não tem permiss(?:ão|ões)|sem permiss(?:ão|ões)|sistema de arquivos somente (?:para )?leitura',
  invalid_tool_args:
    '(?:argumento|parâmetro|opção|valor|entrada|sintaxe)\\b[^.\\n]{0,30}\\b(?:inválid[oa]s?|incorret[oa]s?|desconhecid[oa]|não reconhecid[oa])|falta(?:ndo)? (?:o |um )?(?:argumento|parâmetro|operando)|opção exige um argumento|json inválido|(?:muitos|faltam|poucos|excesso de) (?:argumentos|parâmetros)|número (?:de argumentos )?(?:incorreto|errado)(?: de argumentos)?|opção\\b[^.\\n]{0,30}\\b(?:ambígua|requer um argumento|exige um argumento)|deve ser um (?:inteiro|número)',
  missing_target_path:
    '(?:arquivo|ficheiro|diretório|pasta|caminho)\\b[^.\\n]{0,80}\\b(?:não (?:existe|encontrad[oa]|foi encontrad[oa])|inexistente)|não (?:foi possível|pode|pôde) (?:encontrar|localizar) o (?:arquivo|ficheiro|caminho|diretório)|não (?:foi possível|pôde|pode|consegue) abrir (?:o )?(?:arquivo|ficheiro|diretório)|não é um diretório',
  timeout:
    'tempo (?:limite |máximo )?(?:de (?:espera|conexão|execução|resposta) |da \\S+ )?(?:\\S+\\s){0,2}?(?:esgotado|excedido|expirado|expirou|atingido)|(?:esgotado|esgotou-se) o tempo|não respondeu a tempo|tempo limite\\s(?:\\S+\\s){0,3}?(?:alcançado|atingido|ultrapassado)|conexão expirou',
  provider_transient:
    'conexão\\b[^.\\n]{0,60}\\b(?:recusad[oa]|redefinid[oa]|rejeitada|fechad[oa]|perdid[oa]|interrompid[oa]|encerrada|recusou)|(?:não foi possível|falha (?:ao|na)|não (?:pode|pôde|conseguiu)|nenhuma)\\b[^.\\n]{0,30}\\b(?:conectar|conexão)|(?:servidor|serviço|rede|sistema)\\b[^.\\n]{0,30}\\b(?:indisponível|inacessível|sobrecarregado|fora de alcance|não está disponível)|erro interno (?:do|no) servidor|resolução de nomes?|nome ou serviço desconhecido|ligação recusada|erro interno|(?:recurso|servidor|serviço)\\s(?:\\S+\\s){0,3}?(?:indisponível|não disponível|ocupado)|fechou a conexão|pipe quebrado',
}

const russian: Wording = {
  provider_spend_limit:
    '(?:недостаточно|закончились) (?:средств|кредит\\S*)|(?:квота|бюджет|баланс|лимит расходов)\\s(?:\\S+\\s)?(?:исчерпан\\S*|превышен\\S*|израсходован\\S*)|(?:превышен\\S*|исчерпан\\S*) (?:квот\\S*|лимит расходов)',
  provider_auth:
    '(?:аутентификаци\\S+|авторизаци\\S+|проверк\\S+ подлинности)[^.\\n]{0,40}(?:не удал\\S+|не пройден\\S*|требуется|ошибка)|(?:ошибка|сбой|требуется)\\s(?:\\S+\\s)?(?:аутентификации|авторизаци\\S+|проверки подлинности|аутентификация)|не прош[ёе]л(?:а)? проверку подлинности|не авторизован|(?:неверн\\S+|недействительн\\S+|просроченн\\S+) (?:api-ключ|ключ api|токен|пароль|имя пользователя|уч[ёе]тные данные)|(?:токен|ключ|пароль|сессия|сеанс)\\s(?:\\S+\\s)?(?:недействител\\S+|просрочен\\S*|истек\\S*|ист[ёе]к)|не удалось (?:пройти |выполнить )?(?:аутентифи|авториз|идентифиц)\\S+',
  policy_blocked: '(?:нарушает|заблокирован\\S*)[^.\\n]{0,40}политик\\S*',
  rate_limited:
    'слишком много (?:запросов|обращений)|превышен\\S*\\s(?:\\S+\\s)?(?:лимит|частота|предел)\\s(?:\\S+\\s)?запросов',
  permission_required:
    'отказано в (?:доступе|разрешении)|доступ (?:\\S+\\s){0,2}?(?:запрещ[ёе]н|отклон[ёе]н|закрыт)|нет (?:доступа|прав)\\s|недостаточно (?:прав|привилегий)|операция не (?:позволена|разрешена|допускается)|нет (?:доступа|прав\\S*|разрешени\\S+)(?![а-яё])|файловая система[^.\\n]{0,20}только для чтения',
  invalid_tool_args:
    '(?:недопустим\\S+|неверн\\S+|некорректн\\S+|неправильн\\S+|неизвестн\\S+)\\s(?:\\S+\\s)?(?:аргумент\\S*|параметр\\S*|ключ\\s|опци\\S+|синтаксис|значение|json)|(?:параметр|аргумент)[^.\\n]{0,20}(?:задан неверно|недопустим|отсутствует)|(?:отсутствует|пропущен)\\s(?:\\S+\\s)?(?:аргумент|параметр|операнд)|требует(?:ся)? аргумент|слишком (?:много|мало) (?:аргументов|параметров)|(?:неверное|неправильное) (?:число|количество) (?:аргументов|параметров)|(?:ключ|параметр)\\S*\\s[^.\\n]{0,30}(?:неоднозначен|требует\\S* (?:указания )?(?:аргумент|значени)\\S*)|(?:неизвестный|нераспознанный) (?:ключ|параметр)',
  missing_target_path:
    'нет такого файла|(?:файл|каталог|папк|пут)\\S*\\s[^.\\n]{0,60}(?:не найден\\S*|не существует|отсутствует)|не (?:уда[её]тся|удалось) найти (?:указанный )?(?:файл|путь|каталог)|не (?:уда[её]тся|удалось) открыть (?:файл|каталог)|не является каталогом',
  timeout:
    '(?:время|срок)[^.\\n]{0,30}(?:истекло|ист[ёе]к|вышло|превышено)|(?:превышен\\S*|истекло)\\s(?:\\S+\\s)?(?:время|интервал|срок|лимит времени)|тайм-?аут|таймаут',
  provider_transient:
    'соединени\\S+[^.\\n]{0,40}(?:отказано|отклонен\\S*|разорван\\S*|сброшен\\S*|потерян\\S*|закрыт\\S*|прервано|не удалось)|в соединении отказано|не (?:удалось|уда[её]тся|установлено)[^.\\n]{0,30}(?:подключ|соедин)|подключени\\S+[^.\\n]{0,40}(?:не установлено|отклонен\\S*|прервано|разорвано)|(?:сервер|сервис|служба|сеть)[^.\\n]{0,30}(?:недоступ\\S+|перегружен\\S*)|внутренняя ошибка сервера|разрешени\\S+ им[её]н|имя или служба не известны|нет маршрута до|внутренняя ошибка|(?:ресурс|сервер|сервис)\\S*\\s(?:\\S+\\s){0,3}?(?:недоступ\\S+|занят)|закрыл\\S* соединение|обрыв канала',
}

const chinese: Wording = {
  provider_spend_limit:
    '(?:余额|餘額|额度|額度|配额|配額|积分)(?:[^。，,\\n]{0,6})(?:不足|已?用[完尽]|耗尽|已?超出|超限)|(?:账户|帳戶|账号)?已?欠费',
  provider_auth:
    '(?:身份|用户)?(?:认证|認證|验证|驗證|鉴权)(?:失败|失敗|错误|出错)|未(?:经)?(?:授权|授權|登录|登入|认证)|(?:密[钥鑰]|令牌|token|密码|密碼|凭[据证]|api ?key)[^。，,\\n]{0,6}(?:无效|無效|已?过期|過期|错误|錯誤|不正确|失效)|(?:无效|無效|错误)的[^。，,\\n]{0,8}(?:密[钥鑰]|令牌|token|密码|凭[据证]|api ?key)|(?:登录|会话)已?(?:过期|失效|超时)|(?:无法|未能|不能)(?:通过)?(?:身份)?(?:认证|验证身份|鉴权)',
  policy_blocked:
    '(?:内容|輸入|输入)[^。，,\\n]{0,10}(?:违规|违反|敏感)|违反[^。，,\\n]{0,12}(?:政策|策略|规定)|(?:政策|策略)(?:禁止|阻止|拦截)',
  rate_limited:
    '请求(?:次数|数量|频率)?(?:过于频繁|过多|太多|太频繁|过快|超限|超过限制|超出限制)|請求(?:過於頻繁|過多)|(?:调用|访问|请求)频率[^。，,\\n]{0,6}(?:过高|超|限制)|(?:超过|超出|达到|触发)(?:了)?[^。，,\\n]{0,8}(?:速率|频率|限流|并发)|被限流|(?:触发|超过|超出|达到)[^。，,\\n]{0,4}(?:速率|频率|流量)(?:限制|上限)',
  permission_required:
    '权限(?:不够|不足|被拒绝)|(?:没有|无|缺少)[^。，,\\n]{0,10}(?:权限|許可權)|拒绝访问|访问被拒绝|存取被拒|不允许的操作|操作不(?:被)?允许|许可被拒绝|(?:没有|无)[^。，,\\n]{0,10}(?:访问|读|写|执行)权|只读文件系统',
  invalid_tool_args:
    '(?:无效|無效|非法|错误|不合法|未知)的?(?:参数|參數|选项|输入|值|命令行|语法|json)|(?:参数|參數|选项|输入)[^。，,\\n]{0,10}(?:错误|錯誤|无效|無效|不合法|不正确|非法|缺失)|缺少[^。，,\\n]{0,8}(?:参数|操作数|参数值)|无法识别的选项|选项[^。，\\n]{0,20}需要(?:一个)?参数|(?:过多|太多|过少|太少|错误数量)的?(?:参数|选项)|(?:参数|选项)(?:过多|太多|过少|太少|数量错误)|(?:未知|无法识别|未识别|无法辨识|不适用)的?(?:选项|参数)|无效的[^。，,\\n]{0,8}(?:参数|选项)|必须(?:为|是)(?:一个)?(?:整数|数字|字符串)|选项[^。\\n]{0,20}(?:含义不清|具有二义性)',
  missing_target_path:
    '没有那个(?:文件|目录)|(?:文件|目录|路径|檔案|資料夾|文件夹)[^。，,\\n]{0,40}(?:不存在|未找到|没有找到|找不到)|找不到[^。，,\\n]{0,12}(?:文件|目录|路径|檔案)|(?:文件|目录|路径)[“"\'‘「][^\\n]{0,80}?(?:不存在|未找到)|无法打开(?:文件|目录)|不是(?:一个)?目录',
  timeout:
    '(?:连接|連[接線]|请求|請求|操作|等待|响应|读取|读|执行|网络|查询|调用|网关)(?:已)?(?:超时|逾時|超時)|超时(?:错误|未响应)|超过(?:了)?(?:最大)?(?:等待|执行)时间|^(?:[^。\\n]{0,20}[：:]\\s?)?超时$|超出[^。，,\\n]{0,6}(?:时限|时间限制)|由于[^。，,\\n]{0,12}超时',
  provider_transient:
    '拒绝连接|連線被拒|(?:连接|連[接線]|链接)[^。，,\\n]{0,12}(?:拒绝|重置|重设|中断|断开|关闭|失败|失敗|已?丢失)|无法连接|無法連[接線]|网络(?:不可达|异常|错误|连接失败)|没有到主机的路由|(?:服务|服務|服务器|系统|伺服器)[^。，,\\n]{0,8}(?:不可用|繁忙|忙碌|过载|异常|内部错误)|内部(?:服务器)?错误|域名解析|未知的名称或服务|积极拒绝|资源暂时不可用|(?:服务器|服务|系统)[^。，,\\n]{0,4}忙|(?:关闭|断开)(?:了)?(?:网络)?连接|断开的管道|管道破裂|强迫关闭|负载已?饱和|过载',
}

const japanese: Wording = {
  provider_spend_limit:
    '(?:残高|クレジット|利用枠|予算|クォータ)[^。、\\n]{0,10}(?:不足|使い切|超過|上限|超え)|(?:利用|使用)(?:上限|限度額)[^。、\\n]{0,6}(?:達し|超え|超過)',
  provider_auth:
    '(?:認証|ログイン|サインイン)[^。、\\n]{0,12}(?:失敗|エラー|必要です|拒否)|(?:api ?キー|トークン|パスワード|資格情報|認証情報)[^。、\\n]{0,10}(?:無効|期限切れ|正しくありません|間違|誤り|失効)|(?:無効な|不正な)(?:api ?キー|トークン|パスワード|資格情報|認証情報)|認証されていません|セッション[^。、\\n]{0,6}(?:期限切れ|切れました|タイムアウト)|認証(?:できません|に失敗)',
  policy_blocked:
    'ポリシー[^。、\\n]{0,12}(?:違反|により|によって)[^。\\n]{0,10}(?:ブロック|拒否|禁止)?|コンテンツ[^。、\\n]{0,10}(?:違反|ブロック)',
  rate_limited:
    '(?:リクエスト|要求|呼び出し)[^。、\\n]{0,6}(?:多すぎ|過多|集中)|(?:レート|リクエスト|要求)(?:の)?(?:制限|上限|リミット)[^。、\\n]{0,6}(?:超|達し|到達)',
  permission_required:
    '許可がありません|(?:アクセス|許可)[^。、\\n]{0,6}(?:拒否|拒絶)|権限[^。、\\n]{0,12}(?:ありません|不足|必要です|がない)|許可されていない(?:操作|動作)|許可されていません|(?:読み(?:取り|込み)|書き込み|実行)専用|読み込み専用ファイルシステム|(?:読み(?:取り|込み)|書き込み|実行)(?:許可|権限)[^。、\\n]{0,6}(?:ありません|ない)',
  invalid_tool_args:
    '(?:無効な|不正な|不明な|誤った)(?:[^。、\\n]{0,10})(?:引数|パラメーター?|オプション|入力|値|構文)|(?:引数|パラメーター?|オプション|入力)[^。、\\n]{0,12}(?:無効|不正|間違|正しくありません|不足|認識でき)|(?:引数|パラメーター?|オペランド)[^。、\\n]{0,10}(?:必要です|ありません|指定されていません)|引数が(?:多すぎ|少なすぎ|足り)|引数の(?:数|個数)が(?:正しく|間違|違)|(?:オプション|引数)[^。\\n]{0,24}(?:曖昧|が必要|を(?:要求|必要)|認識できません)|(?:整数|数値|文字列)でなければ',
  missing_target_path:
    'そのようなファイルや|(?:ファイル|ディレクトリ|フォルダー?|パス)[^。\\n]{0,60}(?:見つかりません|存在しません|ありません(?!か))|(?:ファイル|ディレクトリ)[^。\\n]{0,40}(?:開けません|開くことができません|オープンできません)|ディレクトリではありません',
  timeout:
    '(?:タイムアウト|時間切れ)(?:し|になり|エラー|が発生|です|。|$)|制限時間[^。、\\n]{0,6}(?:超|過ぎ)|時間内に[^。、\\n]{0,12}(?:応答|完了)[^。\\n]{0,10}(?:ません|なかった)|タイムアウト$|タイムアウト(?:により|のため)',
  provider_transient:
    '接続[^。\\n]{0,14}(?:拒否|リセット|切断|失われ|中断|失敗|閉じられ|できません)|(?:サーバー?|サービス|ネットワーク|ホスト)[^。、\\n]{0,14}(?:利用できません|使用できません|到達できません|届きません|過負荷|応答しません|ダウン|混雑|混み合)|内部(?:サーバー?)?エラー|名前解決|名前またはサービスが不明|ホストへの経路がありません|リソースが一時的に利用できません|(?:サーバー?)[^。、\\n]{0,6}(?:ビジー|多忙)|接続を(?:閉じ|切断|終了)|パイプが切れました',
}

const byPrecedence: readonly FailureClass[] = [
  'provider_spend_limit',
  'provider_auth',
  'policy_blocked',
  'rate_limited',
  'permission_required',
  'invalid_tool_args',
  'missing_target_path',
  'timeout',
  'provider_transient',
]
const spaced = [german, french, spanish, portuguese, russian]
const written = [chinese, japanese]

/** Text is read in lower case, with the letters of these languages: `\p{L}` and the flag `i` take a second to compile. */
const letter = '[a-zß-öø-ÿœа-яё]'

const rules = byPrecedence.map((failureClass) => {
  const patternsOf = (languages: readonly Wording[]) =>
    languages.flatMap((wording) => (wording[failureClass] ? [wording[failureClass]] : [])).join('|')
  // The boundaries of words in JavaScript are those of English.
  const words = patternsOf(spaced)
    .replaceAll('\\b', `(?:(?<!${letter})(?=${letter})|(?<=${letter})(?!${letter}))`)
    .replaceAll('\\w', letter)
  return { failureClass, pattern: new RegExp(`(?<!${letter})(?:${words})|${patternsOf(written)}`) }
})

/** What makes an error a case that is only spoken of: "wenn die Verbindung abgelehnt wird", "如果连接超时". */
const supposed = new RegExp(
  `(?<!${letter})(?:wenn|falls|sofern|sobald|ob|si|lorsque|quand|s['’]il|cuando|quando|caso|если|когда|в случае)(?!${letter})[^.;!?\\n]{0,60}$|(?:如果|若|当(?!前)|假如|もし)[^。；\\n]{0,30}$`,
)
const supposedAfter = /^[^。、，,\n]{0,8}(?:場合|とき|ときに|時に|的话|时(?=[，,会将]))/

/** Returns what is reported in German, French, Spanish, Portuguese, Russian, Chinese or Japanese, in order of precedence. */
export function localPhrasesIn(message: string): FailureEvidence[] {
  const text = message.toLowerCase()
  return rules.flatMap(({ failureClass, pattern }) => {
    const match = pattern.exec(text)
    if (!match || supposed.test(text.slice(Math.max(0, match.index - 80), match.index))) return []
    if (supposedAfter.test(text.slice(match.index + match[0].length))) return []
    const matched = message.slice(match.index, match.index + match[0].length).trim()
    return [{ failureClass, matched, source: 'phrase' as const }]
  })
}
