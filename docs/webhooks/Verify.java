import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The body is the bytes that came; a header is asked for by its name, as with HttpServletRequest::getHeader. */
public final class Verify {
    private static final long TOLERANCE_SECONDS = 5 * 60;

    /** The Standard Webhooks signature. */
    public static boolean verify(String secret, Function<String, String> header, byte[] body, Instant now)
            throws GeneralSecurityException {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return false;
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
        byte[] key = secret.startsWith("whsec_") ? Base64.getDecoder().decode(secret.substring(6)) : bytes(secret);
        String expected = "v1," + Base64.getEncoder().encodeToString(hmac(key, bytes(id + "." + timestamp + "."), body));
        boolean valid = false;
        for (String given : signatures.split(" ")) valid |= equal(given, expected);
        return valid;
    }

    /** The signature of the body alone. */
    public static boolean verifyBody(String secret, Function<String, String> header, byte[] body)
            throws GeneralSecurityException {
        String given = header.apply("X-Service-Signature");
        return given != null && equal(given, HexFormat.of().formatHex(hmac(bytes(secret), body)));
    }

    private static byte[] hmac(byte[] key, byte[]... parts) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        for (byte[] part : parts) mac.update(part);
        return mac.doFinal();
    }

    private static boolean equal(String given, String expected) {
        return MessageDigest.isEqual(bytes(given), bytes(expected));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
