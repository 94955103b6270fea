# Varnish 7 in front of the shop, with the package varnish-modules: copy to /etc/varnish/default.vcl. Set
# CDN_PURGE_URL=http://127.0.0.1:6081 and, with nginx in front of Varnish, TRUST_PROXY=2. Varnish adds the address from which
# a request came to X-Forwarded-For by itself.

vcl 4.1;

import directors;
import xkey;

# One that has ended, or does not answer, gets no requests.
probe alive {
    .url = "/healthz";
    .interval = 2s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 3;
}

backend one {
    .host = "127.0.0.1";
    .port = "3001";
    .connect_timeout = 2s;
    .first_byte_timeout = 15s;
    .between_bytes_timeout = 15s;
    .probe = alive;
}

backend two {
    .host = "127.0.0.1";
    .port = "3002";
    .connect_timeout = 2s;
    .first_byte_timeout = 15s;
    .between_bytes_timeout = 15s;
    .probe = alive;
}

# From where the processes of the shop send their purges.
acl shop {
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new shops = directors.round_robin();
    shops.add_backend(one);
    shops.add_backend(two);
}

sub vcl_recv {
    set req.backend_hint = shops.backend();
    if (req.method == "PURGE") {
        # A request of a visitor that nginx sent on comes from this machine too, and names two addresses.
        if (client.ip !~ shop || req.http.X-Forwarded-For ~ ",") {
            return (synth(405));
        }
        set req.http.x-purged = xkey.purge(req.http.xkey-purge);
        return (synth(200, "Purged " + req.http.x-purged));
    }
    if (req.restarts == 0) {
        unset req.http.x-old-copy;
    }
    if (req.http.x-old-copy == "exists") {
        set req.grace = 60s;
    } elseif (req.http.x-old-copy == "wanted") {
        set req.grace = 86400s;
    }
    # The shop has two kinds of a picture. Each other wording would have a copy of its own.
    if (req.url ~ "^/images/") {
        if (req.http.Accept ~ "(?i)image/avif(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
            set req.http.Accept = "image/avif";
        } else {
            set req.http.Accept = "image/webp";
        }
    }
    # Files of parts are large, and gone when they are deleted.
    if (req.url ~ "^/files/") {
        return (pass);
    }
    # What is sent with a token may be private. With a cookie the shop decides: what it allows to be kept it has rendered
    # without one.
    if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization) {
        return (pass);
    }
    return (hash);
}

sub vcl_hit {
    # Older than stale-while-revalidate: the shop is asked first.
    if (obj.ttl + 60s < 0s && !req.http.x-old-copy) {
        set req.http.x-old-copy = "exists";
        return (restart);
    }
    return (deliver);
}

sub vcl_backend_fetch {
    # Pictures, files of parts and long lists take time. They are not sent twice.
    if (bereq.method != "GET" && bereq.method != "HEAD" && bereq.url ~ "^/api/(image|import|product/[^/]+/file|company/part-numbers|companies/[^/]+/prices)") {
        set bereq.first_byte_timeout = 120s;
    }
}

sub vcl_backend_response {
    # The shop fails, and there is a copy. Any answer that is not kept would be found in its place.
    if (beresp.status >= 500 && (bereq.is_bgfetch || bereq.http.x-old-copy == "exists")) {
        return (abandon);
    }
    # While two releases run, each has only its own files.
    if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries == 0) {
        return (retry);
    }
    # Pages and data are sent when they are whole: one that freezes in their middle is asked again elsewhere.
    if (beresp.http.Content-Type ~ "^(text/html|text/x-script|application/json)") {
        set beresp.do_stream = false;
    }
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)private|no-store|no-cache" ||
        beresp.http.Cache-Control !~ "(?i)^public,.*(s-maxage=|immutable)") {
        # Not kept. Requests for the same do not wait for each other meanwhile.
        set beresp.uncacheable = true;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        set beresp.ttl = 60s;
        return (deliver);
    }
    # A change may have been purged while this was on its way: the shop repeats a purge after a second, so that nothing is
    # kept for which Varnish waited longer than 0.6 s.
    if (beresp.http.xkey && now - bereq.time > 0.6s) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        set beresp.ttl = 1s;
        return (deliver);
    }
    # stale-if-error. That of stale-while-revalidate is in vcl_hit.
    set beresp.grace = 86400s;
    return (deliver);
}

sub vcl_backend_error {
    # Another process is asked. A request that may have changed something is never sent twice.
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries == 0) {
        return (retry);
    }
    if (bereq.is_bgfetch || bereq.http.x-old-copy == "exists") {
        return (abandon);
    }
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Retry-After = "5";
    synthetic("The shop does not answer. Please try again in a moment.");
    return (deliver);
}

# An abandoned request comes here.
sub vcl_synth {
    if (resp.status == 503 && req.http.x-old-copy == "exists") {
        set req.http.x-old-copy = "wanted";
        return (restart);
    }
}

sub vcl_deliver {
    # Browsers ask each time: nobody can purge what they have.
    if (resp.http.xkey) {
        set resp.http.Cache-Control = "public, max-age=0, stale-if-error=86400";
        unset resp.http.xkey;
    }
    return (deliver);
}
